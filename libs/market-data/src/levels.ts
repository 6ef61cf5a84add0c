import type { BookLevel } from '@bellwether/exchange';

/**
 * One side of a whole book, best first, three numbers a level: price, size, orders. It takes an eighth of the JSON of
 * level objects, so all levels of a market fit into one message.
 */
export type FlatLevels = readonly number[];

const NUMBERS_A_LEVEL = 3;

export const flatten = (levels: readonly BookLevel[]): number[] =>
  levels.flatMap(({ price, size, orders }) => [price, size, orders]);

export function unflatten(flat: FlatLevels): BookLevel[] {
  const levels: BookLevel[] = [];
  for (let at = 0; at < flat.length; at += NUMBERS_A_LEVEL) {
    levels.push({ price: flat[at]!, size: flat[at + 1]!, orders: flat[at + 2]! });
  }
  return levels;
}
