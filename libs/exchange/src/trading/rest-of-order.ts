/** What becomes of the contracts that a walk does not fill. */
import type { Walk } from '../markets/walk';
import { FILLED_ENTIRELY } from '../orders/finished-orders';
import { GTC, POST_ONLY } from '../orders/order-word';
import type { IncomingOrder } from './incoming-order';
import { reasonIndex } from './order-ends';

/** Contracts that rest after the walk. */
export function restOf(order: IncomingOrder, walk: Walk): number {
  const mayRest = order.orderType === GTC || order.orderType === POST_ONLY;
  const isEnded = walk.limited || walk.endsAtOwn || walk.endsAtCost;
  return mayRest && !isEnded ? order.size - walk.taken : 0;
}

const FILL_LIMIT = reasonIndex('fill_limit');
const IOC_REMAINDER = reasonIndex('ioc_remainder');
const SELF_TRADE = reasonIndex('self_trade');
const MAX_COST = reasonIndex('max_cost');

/** Why contracts of an order that does not rest end unfilled, `FILLED_ENTIRELY` where none do. */
export function endReason(order: IncomingOrder, walk: Walk): number {
  if (walk.taken === order.size) return FILLED_ENTIRELY;
  if (walk.endsAtOwn) return SELF_TRADE;
  if (walk.endsAtCost) return MAX_COST;
  return walk.limited ? FILL_LIMIT : IOC_REMAINDER;
}
