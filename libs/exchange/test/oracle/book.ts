/** Decisions 5: one book a market in YES terms, best price first, then arrival. Found by filtering and sorting. */
import type { OrderCommand, Outcome } from '../../src/command';
import { MAX_FILLS_PER_COMMAND, PRICE_SCALE_BPS } from '../../src/limits';
import type { SettlementType } from '../../src/reply';
import { type Market, type Order, openSizeOf } from './state';

type Terms = Pick<OrderCommand, 'outcome' | 'side' | 'price'>;
export type BookSide = 'bid' | 'ask';

/** `buy yes` and `sell no` are bids, `sell yes` and `buy no` are asks. */
export const bookSideOf = ({ outcome, side }: Terms): BookSide =>
  (outcome === 'yes') === (side === 'buy') ? 'bid' : 'ask';

export const yesPriceOf = ({ outcome, price }: Terms): number => inYesTerms(outcome, price);

/** Converts between YES terms and the terms of an outcome; its own inverse. */
export const inYesTerms = (outcome: Outcome, price: number): number =>
  outcome === 'yes' ? price : PRICE_SCALE_BPS - price;

export function settlementTypeOf(taker: Terms, maker: Terms): SettlementType {
  if (taker.side !== maker.side) return 'transfer';
  return taker.side === 'buy' ? 'mint' : 'merge';
}

/** Best first; orders of one price in order of arrival (the sort is stable). */
export function sideOfBook(market: Market, side: BookSide): Order[] {
  const orders = market.openOrders.filter(({ terms }) => bookSideOf(terms) === side);
  const direction = side === 'bid' ? -1 : 1;
  return orders.sort((a, b) => direction * (yesPriceOf(a.terms) - yesPriceOf(b.terms)));
}

/** One resting order reached: filled by `quantity`, or, being the taker's own, cancelled. */
export interface Step {
  readonly maker: Order;
  readonly quantity: bigint;
  readonly isSelfTrade: boolean;
}

export interface Walk {
  readonly steps: readonly Step[];
  readonly filled: bigint;
  readonly remaining: bigint;
  readonly stoppedByFillLimit: boolean;
  /** The best crossing order, own ones included. */
  readonly best: Order | undefined;
}

/** The orders that the taker would meet, without effect. */
export function walk(market: Market, taker: OrderCommand, isOwn: (maker: Order) => boolean): Walk {
  const crossing = crossingOrders(market, taker);
  const steps: Step[] = [];
  let remaining = BigInt(taker.size);
  for (const maker of crossing.slice(0, MAX_FILLS_PER_COMMAND)) {
    if (remaining === 0n) break;
    const isSelfTrade = isOwn(maker);
    const open = openSizeOf(maker);
    const quantity = isSelfTrade ? 0n : remaining < open ? remaining : open;
    steps.push({ maker, quantity, isSelfTrade });
    remaining -= quantity;
  }
  return {
    steps,
    filled: BigInt(taker.size) - remaining,
    remaining,
    stoppedByFillLimit: remaining > 0n && crossing.length > MAX_FILLS_PER_COMMAND,
    best: crossing[0],
  };
}

function crossingOrders(market: Market, taker: Terms): Order[] {
  const limit = yesPriceOf(taker);
  if (bookSideOf(taker) === 'bid') {
    return sideOfBook(market, 'ask').filter(({ terms }) => yesPriceOf(terms) <= limit);
  }
  return sideOfBook(market, 'bid').filter(({ terms }) => yesPriceOf(terms) >= limit);
}
