import type { PageEnd } from './answers';

/**
 * Iterates over the entries of a list, page by page, while the caller continues.
 *
 * @param query of the first page
 * @param field of a page: its entries
 * @param cursor of the query: where the `next_cursor` of a page goes
 */
export async function* entriesOf<Q extends object, F extends string, E>(
  query: Q,
  read: (query: Q) => Promise<PageEnd & Readonly<Record<F, readonly E[]>>>,
  field: F,
  cursor: 'before' | 'after' = 'before',
): AsyncGenerator<E, void, undefined> {
  let asked = query;
  for (;;) {
    const page = await read(asked);
    yield* page[field];
    if (!page.has_more || page.next_cursor === null) return;
    asked = { ...asked, [cursor]: page.next_cursor };
  }
}
