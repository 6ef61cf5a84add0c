import { InsertionOrderedSet } from './insertion-ordered-set';

/** A level within its market: `side * 16,384 + price`; prices have 14 bits. */
const PRICES = 2 ** 14;

export const sideOfLevel = (level: number): number => Math.floor(level / PRICES);
export const priceOfLevel = (level: number): number => level % PRICES;

/**
 * The changes of the present command so far. Code that writes an amount of a level, an account or a position must mark
 * it here; `emit.ts` turns the marks into state deltas at the end of the command. Not part of the state: it is empty
 * between commands.
 */
export class DirtySet {
  /** Market, and level within it. */
  readonly levels = new InsertionOrderedSet();
  /** Account only. */
  readonly accounts = new InsertionOrderedSet();
  /**
   * Account and market, with the position's record at its first change. A command may free the record and reuse it
   * for another holding, so account and market identify what changed.
   */
  readonly holdings = new InsertionOrderedSet();

  /** @param side `BID` or `ASK` */
  level(market: number, side: number, price: number): void {
    this.levels.add(market, side * PRICES + price, 0);
  }

  account(account: number): void {
    this.accounts.add(account, 0, 0);
  }

  holding(account: number, market: number, position: number): void {
    this.holdings.add(account, market, position);
  }

  get isEmpty(): boolean {
    return this.levels.count === 0 && this.accounts.count === 0 && this.holdings.count === 0;
  }

  clear(): void {
    this.levels.clear();
    this.accounts.clear();
    this.holdings.clear();
  }
}
