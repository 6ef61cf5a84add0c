import type { CommandOf } from '../command';
import { ACCOUNT, MARKET } from '../orders/order-pool';
import { refused } from '../refusal';
import type { Answer, ReplyBody } from '../reply';
import { finishedOrderView } from '../replies/order-view';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { fresh } from './answers';
import { cancelOrder } from './cancel-order';
import type { CommandEvents } from '../command-events';

const BY_USER = reasonIndex('user');

/** Cancels one order. It needs no nonce: order ids are never reused, so a repeat changes nothing. */
export function cancel(
  state: ExchangeState,
  command: CommandOf<'cancel'>,
  events: CommandEvents,
): Answer {
  return fresh(state, carryOut(state, command, events));
}

function carryOut(
  state: ExchangeState,
  command: CommandOf<'cancel'>,
  events: CommandEvents,
): ReplyBody {
  if (state.mode === 'halted') return refused('HALTED');
  const record = state.orders.find(command.orderId);
  if (record === 0) return refuseEnded(state, command);
  const market = state.orders.int(record, MARKET);
  if (!isTheirs(state, command, state.orders.int(record, ACCOUNT), market)) {
    return notFound(command);
  }
  if (state.markets.isFrozen(market)) return refused('HALTED');
  return cancelOrder(state, record, BY_USER, events);
}

/** The order is not open: it ended and is remembered, or it is unknown. */
function refuseEnded(state: ExchangeState, command: CommandOf<'cancel'>): ReplyBody {
  const finished = state.finished.find(command.orderId);
  if (finished === null || !isTheirs(state, command, finished.account, finished.market)) {
    return notFound(command);
  }
  const view = finishedOrderView(state, finished);
  return refused('ORDER_NOT_OPEN', { order_id: command.orderId, status: view.status }, view);
}

const isTheirs = (
  state: ExchangeState,
  { user, marketId }: CommandOf<'cancel'>,
  account: number,
  market: number,
): boolean => state.accountTable.isOf(account, user) && state.markets.isId(market, marketId);

const notFound = ({ orderId }: CommandOf<'cancel'>): ReplyBody =>
  refused('ORDER_NOT_FOUND', { order_id: orderId });
