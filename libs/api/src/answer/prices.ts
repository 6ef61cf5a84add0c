/** Prices derived from a book and the last trade, all in bp. Rules: docs/protocol/http.md, section 4. */
import { PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { ListedMarket } from '@bellwether/market-data';

/** A wider spread is too imprecise for a price, and so is a trade that far from a firm quote. */
export const WIDEST_QUOTED_SPREAD_BPS = 1_000;
const EVEN_ODDS_BPS = PRICE_SCALE_BPS / 2;

export type PricedMarket = Pick<ListedMarket, 'status' | 'firmBid' | 'firmAsk' | 'lastPrice'>;

/** Rounded down to an integer; it is only displayed. */
export const midpointOf = (bid: number, ask: number): number => Math.floor((bid + ask) / 2);

/**
 * The chance that is shown: the midpoint of the firm quotes while their spread is at most 1000, else the last trade if
 * they support it. Once no orders can stand, the last trade. Null: nobody has risked money on one.
 */
export function chanceOf(market: PricedMarket): number | null {
  const { status, firmBid, firmAsk, lastPrice } = market;
  if (status === 'closed' || status === 'resolved' || status === 'voided') return lastPrice;
  if (firmAsk - firmBid <= WIDEST_QUOTED_SPREAD_BPS) return midpointOf(firmBid, firmAsk);
  return lastPrice !== null && isSupported(lastPrice, market) ? lastPrice : null;
}

/**
 * A trade costs its two sides nothing if they are one owner. So it counts between firm quotes alone, and near the one that
 * loses money if the chance is closer to even odds.
 */
function isSupported(price: number, { firmBid, firmAsk }: PricedMarket): boolean {
  if (price < firmBid || price > firmAsk) return false;
  return price > EVEN_ODDS_BPS
    ? price - firmBid <= WIDEST_QUOTED_SPREAD_BPS
    : firmAsk - price <= WIDEST_QUOTED_SPREAD_BPS || price === EVEN_ODDS_BPS;
}

/** `yes_price` of lists: the chance, else 5000. */
export const yesPriceOf = (market: PricedMarket): number => chanceOf(market) ?? EVEN_ODDS_BPS;

/** The same price in terms of NO. */
export const mirrored = (yesPrice: number): number => PRICE_SCALE_BPS - yesPrice;
