import { assert } from '@bellwether/errors';

/** One page of a list, newest first. The cursor of the next page is the key of the last item, exclusive. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** Where a page starts and how long it is. `before` is exclusive; without it the page is the newest. */
export interface PageRequest {
  readonly before?: number | undefined;
  readonly limit: number;
}

/** No page is longer: a thousand trades are about 600 kB of JSON. */
export const MAX_PAGE_LIMIT = 1_000;

/** A page is read with one row more than it shows: that row says whether there is another page. */
export function rowsToRead({ limit }: Pick<PageRequest, 'limit'>): number {
  assert(
    Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE_LIMIT,
    () => `a page has 1 to ${MAX_PAGE_LIMIT} rows, not ${limit}`,
  );
  return limit + 1;
}

export const pageOf = <T>(rows: readonly T[], { limit }: Pick<PageRequest, 'limit'>): Page<T> => ({
  items: rows.slice(0, limit),
  hasMore: rows.length > limit,
});
