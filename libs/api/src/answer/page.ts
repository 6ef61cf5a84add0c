/** How lists end: with the cursor of the next page, by what the code has of this one. */
import { encodeCursor } from '../cursor';
import type { CursorKind } from '../cursor';
import { flag, words } from './fields';
import { from } from './inside';

/** Items in order, and whether others follow. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

const nextCursor = (parameter: string, example: string) =>
  words(`Goes into \`${parameter}\` of the next page; null where nothing follows`, example);

/** @param cursorOf null: nothing follows */
export const endOf = <Of>(
  cursorOf: (of: Of) => string | null,
  cursor = nextCursor('before', 'dHJhZGUuMTAw'),
) => ({
  next_cursor: from(cursorOf, cursor.nullable()),
  has_more: from(
    (of: Of) => cursorOf(of) !== null,
    flag('Whether something follows this page', true),
  ),
});

/** Of a page whose next one begins after its last item. */
export const endOfPage = <Item>(cursorOf: (last: Item) => string) =>
  endOf(({ items, hasMore }: Page<Item>) => {
    const last = items.at(-1);
    return hasMore && last !== undefined ? cursorOf(last) : null;
  });

export const endOfNumbered = <Item>(kind: CursorKind, keyOf: (last: Item) => number) =>
  endOfPage((last: Item) => encodeCursor(kind, keyOf(last)));

/** Of a list that goes on after `next`, an id. */
export const endAfter = (example: string) =>
  endOf(({ next }: { readonly next: string | null }) => next, nextCursor('after', example));
