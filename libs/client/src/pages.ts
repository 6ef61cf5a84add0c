import type { PageEnd } from './answers/place';

/**
 * The entries of a list, page by page, for as long as the caller goes on.
 * @param read gives the page that begins behind a cursor, the first one without
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
