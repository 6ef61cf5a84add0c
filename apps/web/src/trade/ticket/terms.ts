/** The entry as an order: whole numbers, or the fault of the entry. */
import type { OrderRequest, OrderType, OutcomeSide, Side } from '@bellwether/client';
import { readNumber } from '../../money/read-number';

export type Kind = 'market' | 'limit';
export type Unit = 'contracts' | 'dollars';
/** How far a market order may go past the price on the screen, in basis points. */
export const SLIPPAGES = ['100', '200', '500', 'any'] as const;
export type Slippage = (typeof SLIPPAGES)[number];

const LOWEST_BPS = 1;
const HIGHEST_BPS = 9_999;

export interface Entry {
  readonly marketId: string;
  readonly side: Side;
  readonly outcome: OutcomeSide;
  readonly kind: Kind;
  readonly unit: Unit;
  readonly amount: string;
  readonly limit: string;
  readonly slippage: Slippage;
}

export type Terms = Omit<OrderRequest, 'size' | 'order_type'> & {
  readonly order_type: OrderType;
} & ({ readonly size: number } | { readonly budget_micro_usdc: number });

export interface Read {
  /** Null: something is missing or wrong, or nobody is on the other side of a market order. */
  readonly terms: Terms | null;
  /** The worst price of a contract that the order allows. */
  readonly worst: number | null;
}

/** The prices around an order, in terms of its outcome; null: nobody is there. */
export interface Around {
  readonly bid: number | null;
  readonly ask: number | null;
  /** Of the last trade. */
  readonly last: number | null;
}

/** @param band how far from the market's price the key of this browser may trade, in basis points */
export function readEntry(entry: Entry, around: Around, band: number): Read {
  const { marketId, side, outcome, kind, amount } = entry;
  const isBudget = entry.unit === 'dollars' && side === 'buy';
  const size = readNumber(amount, isBudget ? 'dollars' : 'contracts').value;
  const limit = readNumber(entry.limit, 'cents').value;
  const worst = kind === 'limit' ? (limit ?? null) : worstPrice(entry, around, band);
  if (size === undefined || worst === null) return { terms: null, worst };
  const terms = {
    market_id: marketId,
    side,
    outcome,
    price: worst,
    order_type: kind === 'market' ? ('ioc' as const) : ('gtc' as const),
    ...(isBudget ? { budget_micro_usdc: size } : { size }),
  };
  return { terms, worst };
}

/** "Any" is as far as the key may go: the exchange would refuse a price beyond. */
function worstPrice(
  { side, slippage }: Pick<Entry, 'side' | 'slippage'>,
  around: Around,
  band: number,
): number | null {
  const isBuy = side === 'buy';
  const best = isBuy ? around.ask : around.bid;
  if (best === null) return null;
  const furthest = furthestPrice(isBuy, around, band);
  if (isBuy) {
    const worst = slippage === 'any' ? Math.max(best, furthest) : best + Number(slippage);
    return Math.min(HIGHEST_BPS, worst);
  }
  const worst = slippage === 'any' ? Math.min(best, furthest) : best - Number(slippage);
  return Math.max(LOWEST_BPS, worst);
}

/** As the exchange bounds a key: around the middle of the book, else around the last trade. */
function furthestPrice(isBuy: boolean, { bid, ask, last }: Around, band: number): number {
  const isTwoSided = bid !== null && ask !== null;
  if (!isTwoSided && last === null) return isBuy ? HIGHEST_BPS : LOWEST_BPS;
  const doubled = isTwoSided ? bid + ask : 2 * (last ?? 0);
  return isBuy ? Math.floor(doubled / 2) + band : Math.ceil(doubled / 2) - band;
}

/**
 * The order that is signed: of a budget, as many contracts as the preview has found. A buy signs the most that it may cost.
 */
export function orderOf(terms: Terms, size: number, paysAtMost: bigint): OrderRequest {
  const { market_id, side, outcome, price, order_type } = terms;
  const order = { market_id, side, outcome, price, order_type, size };
  return side === 'buy' ? { ...order, max_cost: Number(paysAtMost) } : order;
}
