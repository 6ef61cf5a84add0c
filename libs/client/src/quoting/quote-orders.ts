/** The orders of which a quote consists, and which of them are on which side of the book. */
import type { OutcomeSide, Side } from '../generated/interface';
import { MIN_RESTING_MICRO_USDC } from '../limits';
import { costMicroUsdc, oppositePrice } from '../money';
import type { Quote } from './quote';

export type BookSideName = 'bid' | 'ask';

export interface QuoteOrder {
  readonly bookSide: BookSideName;
  readonly side: Side;
  readonly outcome: OutcomeSide;
  /** Of its own outcome. */
  readonly price: number;
  readonly size: number;
}

/** Contracts held in a market, those in open sells included. */
export interface Held {
  readonly yes_contracts: number;
  readonly no_contracts: number;
}

/**
 * A bid sells the NO that is held and buys YES for the rest; an ask sells the YES that is held and buys NO for the rest.
 * So both sides can be quoted by who holds nothing, and what is held goes first: it needs no money.
 */
export function quoteOrders({ bid, ask, size }: Quote, held: Held): readonly QuoteOrder[] {
  return [
    ...(ask === null
      ? []
      : sideOf({ bookSide: 'ask', price: ask, size, held: held.yes_contracts })),
    ...(bid === null ? [] : sideOf({ bookSide: 'bid', price: bid, size, held: held.no_contracts })),
  ];
}

/** @param price of YES. `held`: contracts of the outcome that this side sells */
function sideOf({
  bookSide,
  price,
  size,
  held,
}: {
  readonly bookSide: BookSideName;
  readonly price: number;
  readonly size: number;
  readonly held: number;
}): readonly QuoteOrder[] {
  const [sold, bought] = bookSide === 'ask' ? (['yes', 'no'] as const) : (['no', 'yes'] as const);
  const priceOf = (outcome: OutcomeSide) => (outcome === 'yes' ? price : oppositePrice(price));
  const toSell = Math.min(held, size);
  const toBuy = size - toSell;
  // Beside a sell, a remainder that would be refused as too small is left out.
  const isWorthBuying =
    toSell === 0 || costMicroUsdc(priceOf(bought), toBuy) >= MIN_RESTING_MICRO_USDC;
  return [
    ...orderOf({ bookSide, side: 'sell', outcome: sold, price: priceOf(sold), size: toSell }),
    ...(isWorthBuying
      ? orderOf({ bookSide, side: 'buy', outcome: bought, price: priceOf(bought), size: toBuy })
      : []),
  ];
}

const orderOf = (order: QuoteOrder): readonly QuoteOrder[] => (order.size === 0 ? [] : [order]);

/** Buy YES and sell NO are bids. */
export const bookSideOf = ({
  side,
  outcome,
}: {
  readonly side: Side;
  readonly outcome: OutcomeSide;
}): BookSideName => ((side === 'buy') === (outcome === 'yes') ? 'bid' : 'ask');

/** The price of an order in YES terms. */
export const yesPriceOf = ({
  outcome,
  price,
}: {
  readonly outcome: OutcomeSide;
  readonly price: number;
}): number => (outcome === 'yes' ? price : oppositePrice(price));
