import { toBase58, toHex } from '@bellwether/codec';
import type { OrderTerms } from './trading-pair';

/** An order request with the field names of the API. */
export const orderBody = (order: OrderTerms) => ({
  user: toBase58(order.user),
  market_id: toHex(order.marketId),
  side: order.side,
  outcome: order.outcome,
  price: order.price,
  size: order.size,
  order_type: order.orderType,
  nonce: order.nonce,
});
