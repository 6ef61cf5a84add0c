import { DELEGATED_TO } from '../accounts/account-table';
import type { Lane, OrderCommand } from '../command';
import type { CommandEvents } from '../command-events';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { refusal } from '../refusal';
import type { Answer, Refusal } from '../reply';
import { orderReply, emitOrder } from '../replies/order-reply';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';
import { fresh, replayed } from './answers';
import { haltOnBreach } from './breach-halt';
import { nonceForgotten, nonceReused, nonceTooLow } from './nonces';
import { asNumbers, builderNumber } from './order-numbers';
import { refusalOfCore, refuseLane, refuseMarket, refuseNow } from './order-refusals';

/** Applies an order. The checks are in order of precedence. */
export function placeOrder(
  state: ExchangeState,
  lane: Lane,
  command: OrderCommand,
  events: CommandEvents,
): Answer {
  const { accountTable } = state;
  const known = accountTable.find(command.user);
  const isDelegated = known !== 0 && accountTable.int(known, DELEGATED_TO) !== 0;
  const notYours = refuseLane(isDelegated, lane === 'builder');
  if (notYours !== null) return fresh(state, { kind: 'refused', ...notYours });

  const order = asNumbers(state, command, known);
  if (command.nonce <= state.outcomes.lastNonce(known, ORDER_NONCE)) {
    return answerRepeat(state, command, order);
  }
  const notNow = refuseNow(state, order);
  if (notNow !== null) return fresh(state, { kind: 'refused', ...notNow });
  if (known === 0) order.account = accountTable.open(command.user);

  // The nonce is used from here on, whatever the answer.
  order.builder = builderNumber(state, command.builder);
  const no = place(state, command, order);
  const final = haltOnBreach(state, events) ? refusal('HALTED') : no;
  return final === null
    ? accept(state, command, order, events)
    : refuse(state, command, order, final, events);
}

/** A nonce not above the last used one: the remembered answer, or the reason there is none. */
function answerRepeat(state: ExchangeState, command: OrderCommand, order: IncomingOrder): Answer {
  const { account, nonce } = order;
  const at = state.outcomes.find(account, ORDER_NONCE, nonce);
  if (at < 0) return fresh(state, nonceTooLow(state, account, ORDER_NONCE, nonce));
  if (state.orderOutcomes.isForgotten(at)) {
    return fresh(state, nonceForgotten(state, account, ORDER_NONCE));
  }
  if (!state.orderOutcomes.isOf(at, order, command.marketId)) {
    return fresh(state, nonceReused(state, account, ORDER_NONCE, nonce));
  }
  const recalled = state.orderOutcomes.recall(at, account, nonce);
  const { seq, timestampMs } = recalled.order;
  if ('refusal' in recalled.outcome) {
    return replayed({ seq, timestampMs, body: { kind: 'refused', ...recalled.outcome.refusal } });
  }
  const { placed, log } = recalled.outcome;
  const body = orderReply(state, command.user, recalled.order, placed, log);
  return replayed({ seq, timestampMs, body });
}

/** Places the order if its market accepts it. Returns null if it was placed. */
export function place(
  state: ExchangeState,
  { marketId }: Pick<OrderCommand, 'marketId'>,
  order: IncomingOrder,
): Refusal | null {
  const no = refuseMarket(state, marketId, order.market);
  if (no !== null) return no;
  const code = state.placement.place(order);
  return code === null ? null : refusalOfCore(state, order, code);
}

function accept(
  state: ExchangeState,
  command: OrderCommand,
  order: IncomingOrder,
  events: CommandEvents,
): Answer {
  const { placement } = state;
  const { log } = placement.matching;
  const body = orderReply(state, command.user, order, placement, log);
  emitOrder(state, body, log, events);
  state.orderOutcomes.rememberPlaced(order, placement, log);
  return fresh(state, body);
}

function refuse(
  state: ExchangeState,
  command: OrderCommand,
  order: IncomingOrder,
  reason: Refusal,
  events: CommandEvents,
): Answer {
  const { user, marketId, nonce, builder } = command;
  state.orderOutcomes.rememberRefused(order, marketId, reason);
  events.add({ kind: 'refused', user, nonceKind: 'order', nonce, builder, refusal: reason });
  return fresh(state, { kind: 'refused', ...reason });
}
