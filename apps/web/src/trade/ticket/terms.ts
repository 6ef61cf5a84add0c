/** The entry as an order: whole numbers, or the fault of the entry. */
import type { OrderRequest, OutcomeSide, Side } from '@bellwether/client';
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

export type Terms = Omit<OrderRequest, 'size'> &
  ({ readonly size: number } | { readonly budget_micro_usdc: number });

export interface Read {
  /** Null: something is missing or wrong, or nobody is on the other side of a market order. */
  readonly terms: Terms | null;
  /** The worst price of a contract that the order allows. */
  readonly worst: number | null;
}

/** @param best price of the other side of the book, null if nobody is there */
export function readEntry(entry: Entry, best: number | null): Read {
  const { marketId, side, outcome, kind, amount } = entry;
  const isBudget = entry.unit === 'dollars' && side === 'buy';
  const size = readNumber(amount, isBudget ? 'dollars' : 'contracts').value;
  const limit = readNumber(entry.limit, 'cents').value;
  const worst = kind === 'limit' ? (limit ?? null) : worstPrice(side, best, entry.slippage);
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

function worstPrice(side: Side, best: number | null, slippage: Slippage): number | null {
  if (best === null) return null;
  if (slippage === 'any') return side === 'buy' ? HIGHEST_BPS : LOWEST_BPS;
  const distance = Number(slippage);
  return side === 'buy'
    ? Math.min(HIGHEST_BPS, best + distance)
    : Math.max(LOWEST_BPS, best - distance);
}

/** The order that is signed: of a budget, as many contracts as the preview has found. */
export function orderOf(terms: Terms, size: number): OrderRequest {
  const { market_id, side, outcome, price, order_type } = terms;
  return { market_id, side, outcome, price, order_type, size };
}
