import { CODES } from '@bellwether/errors';
import type { OrderView, Refusal, ReplyOf } from '@bellwether/exchange';
import { presentFill } from './fill';
import { presentBuilder, presentMarketId, presentPlace, presentUser, unixSecondsOf } from './units';
import type { AsOf } from './units';

/** An order as it stands. `remaining` = size - filled, also after a cancel; `seq` and `created_at` of its placing. */
export const presentOrder = (order: OrderView) => ({
  order_id: order.orderId,
  user: presentUser(order.user),
  market_id: presentMarketId(order.marketId),
  side: order.side,
  outcome: order.outcome,
  price: order.price,
  size: order.size,
  filled: order.filled,
  remaining: order.size - order.filled,
  order_type: order.orderType,
  fee_bps: order.feeBps,
  builder_api_key: presentBuilder(order.builder),
  nonce: order.nonce,
  status: order.status,
  cancel_reason: order.cancelReason,
  seq: order.seq,
  created_at: unixSecondsOf(order.createdMs),
});

/** The submit response, also of `POST /v1/orders`: the order as the command left it, and its fills in order. */
export function presentSubmitted(reply: ReplyOf<'order'>, asOf: AsOf) {
  const { order, fills, selfTradeCancelled } = reply;
  const { created_at: _created, ...shown } = presentOrder(order);
  return {
    ...shown,
    fills: fills.map((fill) => presentFill(fill, order, asOf)),
    self_trade_cancelled: selfTradeCancelled,
    ...presentPlace(asOf),
  };
}

export const presentCancelled = (reply: ReplyOf<'cancel'>, asOf: AsOf) => ({
  order_id: reply.orderId,
  market_id: presentMarketId(reply.marketId),
  status: 'cancelled',
  cancelled_size: reply.cancelledSize,
  filled_size: reply.filledSize,
  released_micro_usdc: reply.releasedMicroUsdc,
  ...presentPlace(asOf),
});

/** `market_id` null: all markets. */
export const presentCancelledAll = (reply: ReplyOf<'cancel_all'>, asOf: AsOf) => ({
  user: presentUser(reply.user),
  market_id: reply.marketId === null ? null : presentMarketId(reply.marketId),
  nonce: reply.nonce,
  cancelled: reply.cancelled,
  count: reply.cancelled.length,
  released_micro_usdc: reply.releasedMicroUsdc,
  ...presentPlace(asOf),
});

/** What became of an order nonce: an order, or a refusal that used the nonce up. */
export type OrderNonceOutcome =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'refused'; readonly refused: AsOf & { readonly refusal: Refusal } };

/** `GET /v1/orders/{public_key}/by-nonce/{nonce}`: `order` or `refusal`, the other is null. */
export function presentNonceOutcome(nonce: number, outcome: OrderNonceOutcome) {
  if (outcome.kind === 'order') {
    return { nonce, outcome: 'order', order: presentOrder(outcome.order), refusal: null } as const;
  }
  const { refusal, ...asOf } = outcome.refused;
  return {
    nonce,
    outcome: 'refused',
    order: null,
    refusal: presentRefusal(refusal, asOf),
  } as const;
}

const presentRefusal = (refusal: Refusal, asOf: AsOf) => ({
  code: refusal.code,
  message: CODES[refusal.code].message,
  details: Object.fromEntries(refusal.details.map(({ name, value }) => [name, value])),
  ...presentPlace(asOf),
});
