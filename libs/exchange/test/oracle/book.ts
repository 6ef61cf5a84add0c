/** One book a market in YES terms, best price first, then arrival. Found by filtering and sorting. */
import { toHex } from '@bellwether/codec';
import type { OrderCommand, Outcome } from '../../src/command';
import { MAX_FILLS_PER_COMMAND, PRICE_SCALE_BPS } from '../../src/limits';
import type { SettlementType } from '../../src/reply';
import { type Market, type Order, type Terms as OrderTerms, openSizeOf } from './state';

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

/** One resting order reached: filled by `quantity`, or cancelled. */
export interface Step {
  readonly maker: Order;
  readonly quantity: bigint;
  readonly cancelled: 'self_trade' | null;
}

export interface Walk {
  readonly steps: readonly Step[];
  readonly filled: bigint;
  readonly remaining: bigint;
  readonly stoppedByFillLimit: boolean;
  readonly stoppedByOwn: boolean;
  /** More of it would cost more than its user allows. */
  readonly stoppedByCost: boolean;
  /** The best crossing order, own ones included. */
  readonly best: Order | undefined;
}

/** The orders that the taker would meet, without effect. */
export function walk(market: Market, taker: OrderTerms, isOwn: (maker: Order) => boolean): Walk {
  const crossing = crossingOrders(market, taker);
  const mode = taker.selfTrade ?? 'cancel_maker';
  const steps: Step[] = [];
  let remaining = BigInt(taker.size);
  let stoppedByFillLimit = false;
  let stoppedByOwn = false;
  for (const maker of crossing) {
    if (remaining === 0n) break;
    const isReducing = !isOwn(maker) && maker.terms.reduceOnly === true;
    const most = isReducing
      ? least(openSizeOf(maker), reducibleBy(maker, steps))
      : openSizeOf(maker);
    if (most === 0n) continue;
    stoppedByFillLimit = steps.length === MAX_FILLS_PER_COMMAND;
    if (stoppedByFillLimit) break;
    if (isOwn(maker)) {
      if (mode !== 'cancel_taker') steps.push({ maker, quantity: 0n, cancelled: 'self_trade' });
      stoppedByOwn = mode !== 'cancel_maker';
      if (stoppedByOwn) break;
      continue;
    }
    const quantity = least(remaining, most);
    steps.push({ maker, quantity, cancelled: null });
    remaining -= quantity;
  }
  return {
    steps,
    filled: BigInt(taker.size) - remaining,
    remaining,
    stoppedByFillLimit,
    stoppedByOwn,
    stoppedByCost: false,
    best: crossing[0],
  };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a buy of this holder may add after these steps; a sell only gives what is held. */
function reducibleBy({ account, market, terms }: Order, steps: readonly Step[]): bigint {
  if (terms.side === 'sell') return BigInt(terms.size);
  const held = { ...(market.positions.get(toHex(account.user)) ?? { yes: 0n, no: 0n }) };
  for (const { maker, quantity } of steps) {
    if (maker.account !== account) continue;
    held[maker.terms.outcome] += maker.terms.side === 'buy' ? quantity : -quantity;
  }
  return reducible(held, terms.outcome);
}

/** Contracts of the outcome that may be bought until as many are held as of the other one. */
export function reducible(
  held: { readonly yes: bigint; readonly no: bigint },
  outcome: Outcome,
): bigint {
  const more = outcome === 'yes' ? held.no - held.yes : held.yes - held.no;
  return more > 0n ? more : 0n;
}

function crossingOrders(market: Market, taker: Terms): Order[] {
  const limit = yesPriceOf(taker);
  if (bookSideOf(taker) === 'bid') {
    return sideOfBook(market, 'ask').filter(({ terms }) => yesPriceOf(terms) <= limit);
  }
  return sideOfBook(market, 'bid').filter(({ terms }) => yesPriceOf(terms) >= limit);
}
