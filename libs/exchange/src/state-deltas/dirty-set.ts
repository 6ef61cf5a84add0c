import { InsertionOrderedSet } from './insertion-ordered-set';

/** A level within its market: `side * 16,384 + price`; prices have 14 bits. */
const PRICES = 2 ** 14;

export const sideOfLevel = (level: number): number => Math.floor(level / PRICES);
export const priceOfLevel = (level: number): number => level % PRICES;

/**
 * What the present command has changed so far: whoever writes an amount of a level, an account or a position says so
 * here. `tell.ts` makes their after-states of it at the command's end. No part of the state: it is empty between commands.
 */
export class DirtySet {
  /** Market and level within it. */
  readonly levels = new InsertionOrderedSet();
  /** Account alone. */
  readonly accounts = new InsertionOrderedSet();
  /**
   * Account and market, with the record of the position at its first touch. The record may be given back and be
   * another's within one command: what was touched is the holding.
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
