/**
 * A workload's commands as 32-bit words, so that every contender reads the same file without decoding. Sides and prices
 * are in YES terms; `OUTCOME` says in which outcome's terms the client put it, so a bid is a `buy yes` or a `sell no`.
 */
export const WORDS_PER_COMMAND = 8;

export const OP = 0;
export const MARKET = 1;
export const SIDE = 2;
export const PRICE = 3;
export const SIZE = 4;
/** The number of an add or take itself, from 1. For a cancel, the number of the order. */
export const ID = 5;
export const ACCOUNT = 6;
export const OUTCOME = 7;

/** Its unfilled rest stays in the book (gtc). */
export const ADD = 0;
export const CANCEL = 1;
/** Fills what it can at once (ioc). */
export const TAKE = 2;

export const BID = 0;
export const ASK = 1;

export const YES = 0;
export const NO = 1;

/** Stated in the other outcome's terms, a bid sells and an ask buys. */
export const isSell = (side: number, outcome: number): boolean =>
  (side === ASK) === (outcome === YES);

export const inTermsOf = (outcome: number, yesPrice: number): number =>
  outcome === YES ? yesPrice : 10_000 - yesPrice;
