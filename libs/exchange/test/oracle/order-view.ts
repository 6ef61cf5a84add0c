import type { OrderStatus, OrderView } from '../../src/reply';
import type { Order } from './state';

/** With the terms of the full form, as lists of open orders show them. */
export function openOrderViewOf(order: Order): OrderView {
  const { selfTrade, reduceOnly, expiresAt } = order.terms;
  const view = orderViewOf(order);
  if (order.ended !== null || selfTrade === undefined) return view;
  return {
    ...view,
    terms: { selfTrade, reduceOnly: reduceOnly ?? false, expiresAt: expiresAt ?? 0 },
  };
}

export const orderViewOf = (order: Order): OrderView => ({
  orderId: order.id,
  user: order.account.user,
  marketId: order.market.marketId,
  outcome: order.terms.outcome,
  side: order.terms.side,
  price: order.terms.price,
  size: order.terms.size,
  filled: Number(order.filled),
  orderType: order.terms.orderType,
  feeBps: order.terms.feeBps,
  builder: order.terms.builder,
  nonce: order.terms.nonce,
  status: statusOf(order),
  cancelReason: order.ended === 'filled' ? null : order.ended,
  seq: order.id,
  createdMs: order.createdMs,
});

function statusOf({ ended, filled }: Order): OrderStatus {
  if (ended === null) return filled === 0n ? 'resting' : 'partially_filled';
  return ended === 'filled' ? 'filled' : 'cancelled';
}
