import type { OrderRequest } from './requests';

/** The terms of an order as they are sent. */
export function termsOf(order: OrderRequest) {
  const { market_id, side, outcome, price, size, order_type } = order;
  const { self_trade, reduce_only, expires_at } = order;
  const terms = { market_id, side, outcome, price, size, order_type };
  return { ...terms, self_trade, reduce_only, expires_at };
}
