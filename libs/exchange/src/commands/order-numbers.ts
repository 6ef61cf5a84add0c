import { assert } from '@bellwether/errors';
import type { OrderCommand } from '../command';
import { MAX_BUILDER_FEE_BPS, MAX_ORDER_SIZE, MAX_PRICE_BPS, MIN_PRICE_BPS } from '../limits';
import { BUY, FOK, GTC, IOC, NO, POST_ONLY, SELL, YES } from '../orders/order-word';
import type { ExchangeState } from '../state';
import { NO_ROOM_FOR_BUILDER } from '../trading/incoming-order';
import type { IncomingOrder } from '../trading/incoming-order';

/** What an order is made of: all that its outcome depends on, beside the state. */
export type OrderTerms = Omit<OrderCommand, 'kind' | 'nonce' | 'builder' | 'signature'>;

/**
 * An order as numbers, in the one object that is kept for it, at the place of the present command. A builder that
 * comes for the first time gets its number here.
 */
export function asNumbers(
  state: ExchangeState,
  terms: OrderTerms & Pick<OrderCommand, 'nonce' | 'builder'>,
  account: number,
): IncomingOrder {
  const { price, size, feeBps } = terms;
  assert(
    price >= MIN_PRICE_BPS && price <= MAX_PRICE_BPS && size >= 1 && size <= MAX_ORDER_SIZE,
    'an order out of range was taken in',
  );
  assert(feeBps <= MAX_BUILDER_FEE_BPS, 'an order with too high a fee was taken in');
  const order = state.incoming;
  order.account = account;
  order.market = state.markets.find(terms.marketId);
  order.outcome = terms.outcome === 'yes' ? YES : NO;
  order.side = terms.side === 'buy' ? BUY : SELL;
  order.price = price;
  order.size = size;
  order.orderType = orderTypeNumber(terms.orderType);
  order.feeBps = feeBps;
  order.builder = builderNumber(state, terms.builder);
  order.nonce = terms.nonce;
  order.seq = state.lastSeq;
  order.timestampMs = state.lastTimestampMs;
  order.derive();
  return order;
}

function orderTypeNumber(orderType: OrderCommand['orderType']): number {
  switch (orderType) {
    case 'gtc':
      return GTC;
    case 'ioc':
      return IOC;
    case 'fok':
      return FOK;
    case 'post_only':
      return POST_ONLY;
  }
}

function builderNumber(state: ExchangeState, builder: Uint8Array | null): number {
  if (builder === null) return 0;
  const known = state.builders.find(builder);
  if (known !== 0) return known;
  return state.builders.full ? NO_ROOM_FOR_BUILDER : state.builders.add(builder);
}
