import type { PageEnd } from './answers';
import type { PageQuery } from './requests';

/**
 * Iterates over the entries of a list, page by page, while the caller continues.
 *
 * @param read returns the page after a cursor, or the first page without one
 */
export async function* entriesOf<P extends PageEnd, E>(
  read: (before: string | undefined) => Promise<P>,
  entries: (page: P) => readonly E[],
  first: string | undefined,
): AsyncGenerator<E, void, undefined> {
  let before = first;
  for (;;) {
    const page = await read(before);
    yield* entries(page);
    if (!page.has_more || page.next_cursor === null) return;
    before = page.next_cursor;
  }
}

export const withCursor = <Q extends PageQuery>(query: Q, before: string | undefined): Q =>
  before === undefined ? query : { ...query, before };
