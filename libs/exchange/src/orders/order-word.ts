/**
 * An order's price, side, outcome, type and builder fee, packed in one int:
 *
 *     bits  0-13  price, bp, in YES terms
 *     bit   14    side: 0 buy, 1 sell
 *     bit   15    outcome: 0 yes, 1 no
 *     bits 16-17  order type
 *     bits 18-24  builder fee, bps (0 to 100)
 *
 * The book is in YES terms: `buy yes p` and `sell no 10000-p` are bids at p, the others asks.
 */
import { MAX_BUILDER_FEE_BPS, PRICE_SCALE_BPS } from '../limits';

export const BUY = 0;
export const SELL = 1;
export const YES = 0;
export const NO = 1;
export const BID = 0;
export const ASK = 1;
export const GTC = 0;
export const IOC = 1;
export const FOK = 2;
export const POST_ONLY = 3;

const PRICE_MASK = 0x3fff;
const FEE_MASK = 0x7f;
if (MAX_BUILDER_FEE_BPS > FEE_MASK) throw new RangeError('the builder fee outgrew its bits');

/** `price` in the order's own terms. */
export function orderWord(
  outcome: number,
  side: number,
  price: number,
  orderType: number,
  feeBps: number,
): number {
  const yesPrice = outcome === YES ? price : PRICE_SCALE_BPS - price;
  return yesPrice | (side << 14) | (outcome << 15) | (orderType << 16) | (feeBps << 18);
}

export const yesPriceOf = (word: number): number => word & PRICE_MASK;
export const sideOf = (word: number): number => (word >> 14) & 1;
export const outcomeOf = (word: number): number => (word >> 15) & 1;
export const orderTypeOf = (word: number): number => (word >> 16) & 3;
export const feeBpsOf = (word: number): number => (word >> 18) & FEE_MASK;
export const bookSideOf = (word: number): number => ((word >> 14) ^ (word >> 15)) & 1;

/** Converts a YES price to the terms of an outcome, or back: the operation is its own inverse. */
export const inTermsOf = (outcome: number, yesPrice: number): number =>
  outcome === YES ? yesPrice : PRICE_SCALE_BPS - yesPrice;

export const ownPriceOf = (word: number): number => inTermsOf(outcomeOf(word), yesPriceOf(word));
