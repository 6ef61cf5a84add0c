/**
 * An order's price, side, outcome, type and builder fee, packed in one int:
 *
 *     bits  0-13  price, bp, in YES terms
 *     bit   14    side: 0 buy, 1 sell
 *     bit   15    outcome: 0 yes, 1 no
 *     bits 16-17  order type
 *     bits 18-24  builder fee, bps (0 to 100)
 *     bits 25-26  self-trade mode: 0 cancels the maker, 1 the rest of the taker, 2 both
 *     bit   27    reduce-only
 *     bit   28    has an expiry (`ExchangeState.expiries`)
 *     bit   29    was sent in the full form, which has the terms of bits 25 to 28
 *
 * The book is in YES terms: `buy yes p` and `sell no 10000-p` are bids at p, the others asks.
 */
import { SELF_TRADE_MODES } from '../command-words';
import { MAX_BUILDER_FEE_BPS, PRICE_SCALE_BPS } from '../limits';
import type { FullTerms } from '../trading-commands';

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
export const CANCEL_MAKER = 0;
export const CANCEL_TAKER = 1;
export const CANCEL_BOTH = 2;

const PRICE_MASK = 0x3fff;
const FEE_MASK = 0x7f;
const REDUCE_ONLY = 1 << 27;
const EXPIRES = 1 << 28;
const FULL_FORM = 1 << 29;
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

/** The bits of the terms that only the full form has. */
export const fullFormBits = ({ selfTrade, reduceOnly, expiresAt }: FullTerms): number =>
  FULL_FORM |
  (SELF_TRADE_MODES.indexOf(selfTrade) << 25) |
  (reduceOnly ? REDUCE_ONLY : 0) |
  (expiresAt > 0 ? EXPIRES : 0);

/** The way back. @param expiresAt Unix seconds; 0: never */
export const fullTermsOf = (word: number, expiresAt: number): FullTerms => ({
  selfTrade: SELF_TRADE_MODES[selfTradeOf(word)]!,
  reduceOnly: isReduceOnly(word),
  expiresAt,
});

export const yesPriceOf = (word: number): number => word & PRICE_MASK;
export const sideOf = (word: number): number => (word >> 14) & 1;
export const outcomeOf = (word: number): number => (word >> 15) & 1;
/** The bits that only the full form has. */
export const termsOf = (word: number): number => word & ~0x1ffffff;
export const orderTypeOf = (word: number): number => (word >> 16) & 3;
export const feeBpsOf = (word: number): number => (word >> 18) & FEE_MASK;
export const selfTradeOf = (word: number): number => (word >> 25) & 3;
export const isReduceOnly = (word: number): boolean => (word & REDUCE_ONLY) !== 0;
export const expires = (word: number): boolean => (word & EXPIRES) !== 0;
export const isFullForm = (word: number): boolean => (word & FULL_FORM) !== 0;
export const bookSideOf = (word: number): number => ((word >> 14) ^ (word >> 15)) & 1;

/** Converts a YES price to the terms of an outcome, or back: the operation is its own inverse. */
export const inTermsOf = (outcome: number, yesPrice: number): number =>
  outcome === YES ? yesPrice : PRICE_SCALE_BPS - yesPrice;

export const ownPriceOf = (word: number): number => inTermsOf(outcomeOf(word), yesPriceOf(word));
