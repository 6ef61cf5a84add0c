/** Prices derived from the top of a book, all in bp. Rules: docs/protocol/http.md, section 4. */
import { PRICE_SCALE_BPS } from '@bellwether/exchange';

/** A wider spread says too little about the price, so the last trade is used. */
export const WIDEST_QUOTED_SPREAD_BPS = 1_000;
/** Nothing is known: even odds. */
const UNKNOWN_PRICE_BPS = PRICE_SCALE_BPS / 2;

export interface TopOfBook {
  /** Best YES bid, 0 if there is none. */
  readonly bestBid: number;
  /** Best YES ask, 10000 if there is none. */
  readonly bestAsk: number;
  /** YES price of the last trade. */
  readonly lastPrice: number | null;
}

/** Rounded down to an integer; it is only displayed. */
export const midpointOf = (bid: number, ask: number): number => Math.floor((bid + ask) / 2);

/** `yes_price` of lists: the midpoint while the spread is at most 1000, else the last trade, else 5000. */
export function yesPriceOf({ bestBid, bestAsk, lastPrice }: TopOfBook): number {
  if (bestAsk - bestBid <= WIDEST_QUOTED_SPREAD_BPS) return midpointOf(bestBid, bestAsk);
  return lastPrice ?? UNKNOWN_PRICE_BPS;
}

/** The same price in terms of NO. */
export const mirrored = (yesPrice: number): number => PRICE_SCALE_BPS - yesPrice;
