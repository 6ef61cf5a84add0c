/**
 * Cancel and cancel-all (docs/protocol/matching.md, section 7). Self-trades and markets that end also use `cancelOrder`.
 */
import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../../src/command';
import type { CancelReason, ReplyBody } from '../../src/reply';
import { accountOf } from './accounts';
import { toSafeNumber } from './amounts';
import { orderViewOf } from './order-view';
import { refuse, refused } from './refusals';
import { finish } from './settlement';
import { type Order, type State, isOpen, lockedMoneyOf, openSizeOf } from './state';

/** Returns the micro-USDC released. */
export function cancelOrder(state: State, order: Order, reason: CancelReason): number {
  const released = toSafeNumber(lockedMoneyOf(order));
  const cancelledSize = Number(openSizeOf(order));
  finish(state, order, reason);
  state.emitted.push({
    kind: 'order_cancelled',
    orderId: order.id,
    user: order.account.user,
    marketId: order.market.marketId,
    filledSize: Number(order.filled),
    cancelledSize,
    releasedMicroUsdc: released,
    reason,
  });
  return released;
}

export function cancelOne(state: State, command: CommandOf<'cancel'>): ReplyBody {
  if (state.mode === 'halted') return refused(refuse('HALTED'));
  const order = state.orders.get(command.orderId);
  const isTheirs =
    order !== undefined &&
    toHex(order.account.user) === toHex(command.user) &&
    toHex(order.market.marketId) === toHex(command.marketId);
  if (!isTheirs) return refused(refuse('ORDER_NOT_FOUND'));
  if (!isOpen(order)) return refused(refuse('ORDER_NOT_OPEN', {}, orderViewOf(order)));
  const cancelledSize = Number(openSizeOf(order));
  const releasedMicroUsdc = cancelOrder(state, order, 'user');
  return {
    kind: 'cancel',
    orderId: order.id,
    marketId: order.market.marketId,
    cancelledSize,
    filledSize: Number(order.filled),
    releasedMicroUsdc,
  };
}

/** Applies a cancel-all whose nonce is valid and now used. */
export function cancelAll(state: State, command: CommandOf<'cancel_all'>): ReplyBody {
  const { user, marketId, nonce } = command;
  const account = accountOf(state, user);
  const market = marketId === null ? null : state.markets.get(toHex(marketId));
  if (market === undefined) {
    return refused(refuse('MARKET_NOT_FOUND', { market_id: toHex(marketId!) }));
  }
  const orders = account.openOrders.filter((order) => market === null || order.market === market);
  let releasedMicroUsdc = 0;
  for (const order of orders) releasedMicroUsdc += cancelOrder(state, order, 'cancel_all');
  state.emitted.push({ kind: 'cancel_all', user, marketId, nonce, count: orders.length });
  return {
    kind: 'cancel_all',
    user,
    marketId,
    nonce,
    cancelled: orders.map(({ id }) => id),
    releasedMicroUsdc,
  };
}
