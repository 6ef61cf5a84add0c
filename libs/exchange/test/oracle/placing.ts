/** An order that is judged: its walk, and what the market says before it. */
import type { Walk } from './book';
import type { Account, Market, Terms } from './state';

/** What the market says, and what a seller is taken to give. */
export interface Prices {
  readonly middle: number | null;
  readonly worth: number;
}

export interface Placing {
  readonly account: Account;
  readonly market: Market;
  readonly terms: Terms;
  readonly path: Walk;
  /** What would rest of it. */
  readonly rest: bigint;
  /** Before it. */
  readonly prices: Prices;
}
