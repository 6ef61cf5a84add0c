import { assert } from '@bellwether/errors';
import type { TradingKey } from '../accounts/trading-keys';
import type { OrderCommand } from '../command';
import { MAX_BUILDER_FEE_BPS, MAX_ORDER_SIZE, MAX_PRICE_BPS, MIN_PRICE_BPS } from '../limits';
import { BUY, FOK, GTC, IOC, NO, POST_ONLY, SELL, YES, fullFormBits } from '../orders/order-word';
import type { OrderForm } from '../signed-messages';
import type { ExchangeState } from '../state';
import { NO_ROOM_FOR_BUILDER } from '../trading/incoming-order';
import type { IncomingOrder } from '../trading/incoming-order';

/** All of an order that its outcome depends on, apart from the state. */
export type OrderTerms = Omit<OrderForm, 'nonce'>;

/**
 * Converts an order to numbers, in the one reused `IncomingOrder`, with the seq of the present command. Its builder has
 * none yet.
 */
export function asNumbers(
  state: ExchangeState,
  placed: OrderForm & { readonly signer?: Uint8Array | undefined },
  account: number,
): IncomingOrder {
  const { price, size, feeBps, terms } = placed;
  assert(
    price >= MIN_PRICE_BPS && price <= MAX_PRICE_BPS && size >= 1 && size <= MAX_ORDER_SIZE,
    'an order out of range was taken in',
  );
  assert(feeBps <= MAX_BUILDER_FEE_BPS, 'an order with too high a fee was taken in');
  const order = state.incoming;
  order.account = account;
  order.market = state.markets.find(placed.marketId);
  order.outcome = placed.outcome === 'yes' ? YES : NO;
  order.side = placed.side === 'buy' ? BUY : SELL;
  order.price = price;
  order.size = size;
  order.orderType = orderTypeNumber(placed.orderType);
  order.feeBps = feeBps;
  order.builder = 0;
  order.nonce = placed.nonce;
  order.seq = state.lastSeq;
  order.timestampMs = state.lastTimestampMs;
  order.nowMs = state.lastTimestampMs;
  order.key = keyOf(state, account, placed.signer);
  order.terms = terms === undefined ? 0 : fullFormBits(terms);
  order.expiresMs = (terms?.expiresAt ?? 0) * 1000;
  order.maxCost = terms?.maxCost ?? 0;
  order.derive();
  return order;
}

/** The trading key that signed a command; null: its user did, or the key has ended, and so signs repeats alone. */
export const keyOf = (
  { tradingKeys }: ExchangeState,
  account: number,
  signer: Uint8Array | undefined,
): TradingKey | null =>
  signer === undefined ? null : (tradingKeys.findActive(account, signer) ?? null);

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

/** Registers a builder that is seen for the first time, so the command must have a record, and use its nonce. */
export function builderNumber(state: ExchangeState, builder: Uint8Array | null): number {
  if (builder === null) return 0;
  const known = state.builders.find(builder);
  if (known !== 0) return known;
  return state.builders.full ? NO_ROOM_FOR_BUILDER : state.builders.add(builder);
}
