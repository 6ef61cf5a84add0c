/**
 * Cursors of the catalogue's lists, by value: what the list is sorted by, and `createdSeq`, which no two events share. So
 * a page begins right behind the last entry of the one before, among equal values too, and whatever happened to that
 * entry meanwhile. An entry whose own value changed between two pages is where it belongs then.
 *
 * Newest first, the cursor is that of `cursor.ts`, as it always was.
 */
import { decodeCursor, encodeCursor } from './cursor';

export const CATALOGUE_SORTS = ['newest', 'volume', 'volume_24h', 'ending'] as const;
export type CatalogueSort = (typeof CATALOGUE_SORTS)[number];

/** `value`: contracts, or of `ending` the time in Unix seconds, of `newest` the `createdSeq` itself. */
export interface ListKey {
  readonly value: number;
  readonly createdSeq: number;
}

export const MAX_LIST_CURSOR_CHARACTERS = 80;
const NUMBER = '(0|[1-9][0-9]{0,15})';

export function encodeListCursor(sort: CatalogueSort, { value, createdSeq }: ListKey): string {
  if (sort === 'newest') return encodeCursor('event', createdSeq);
  return Buffer.from(`${sort}.${value}.${createdSeq}`, 'latin1').toString('base64url');
}

/** `undefined` for anything that `encodeListCursor` does not make for this sort. */
export function decodeListCursor(sort: CatalogueSort, cursor: string): ListKey | undefined {
  if (sort === 'newest') {
    const createdSeq = decodeCursor('event', cursor);
    return createdSeq === undefined ? undefined : { value: createdSeq, createdSeq };
  }
  if (cursor.length > MAX_LIST_CURSOR_CHARACTERS) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const found = new RegExp(`^${sort}\\.${NUMBER}\\.${NUMBER}$`).exec(text);
  const key = { value: Number(found?.[1]), createdSeq: Number(found?.[2]) };
  if (!Number.isSafeInteger(key.value) || !Number.isSafeInteger(key.createdSeq)) return undefined;
  return encodeListCursor(sort, key) === cursor ? key : undefined;
}

/** How a page ends, as it is sent. `lastKey` of its last entry; null on the last page. */
export const listEndOf = (sort: CatalogueSort, lastKey: ListKey | null) => ({
  next_cursor: lastKey === null ? null : encodeListCursor(sort, lastKey),
  has_more: lastKey !== null,
});
