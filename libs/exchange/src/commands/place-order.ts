import { DELEGATED_TO } from '../accounts/account-table';
import type { Lane, OrderCommand } from '../command';
import type { CommandEvents } from '../command-events';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { refusal } from '../refusal';
import type { Answer, Refusal } from '../reply';
import { orderReply, emitOrder } from '../replies/order-reply';
import { fullOrderBytes, isFullForm } from '../signed-messages';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';
import { fresh, replayed } from './answers';
import { haltOnBreach } from './breach-halt';
import { nonceForgotten, nonceReused, nonceTooLow } from './nonces';
import { asNumbers, builderNumber } from './order-numbers';
import { refusalOfCore, refuseExpiry, refuseLane, refuseMarket, refuseNow } from './order-refusals';
import { answerSignedRepeat } from './signed-order-repeat';

/**
 * Applies an order. The checks are in order of precedence. The outcome of one in the short form is remembered in its
 * own numbers; that of one in the full form under the signed message, which is its whole body.
 */
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

  const message = isFullForm(command) ? fullOrderBytes(command, state.network) : null;
  const order = asNumbers(state, command, known);
  if (command.nonce <= state.outcomes.lastNonce(known, ORDER_NONCE)) {
    return message === null
      ? answerRepeat(state, command, order)
      : answerSignedRepeat(state, known, command, message);
  }
  const notNow = refuseNow(state, order) ?? refuseExpiry(state, order);
  if (notNow !== null) return fresh(state, { kind: 'refused', ...notNow });
  if (known === 0) order.account = accountTable.open(command.user);

  // The nonce is used from here on, whatever the answer.
  order.builder = builderNumber(state, command.builder);
  const no = place(state, command, order);
  const final = haltOnBreach(state, events) ? refusal('HALTED') : no;
  return final === null
    ? accept(state, command, order, message, events)
    : refuse(state, command, order, final, message, events);
}

/** A nonce not above the last used one: the remembered answer, or the reason there is none. */
function answerRepeat(state: ExchangeState, command: OrderCommand, order: IncomingOrder): Answer {
  const { account, nonce } = order;
  const at = state.outcomes.find(account, ORDER_NONCE, nonce);
  if (at < 0) return fresh(state, nonceTooLow(state, account, ORDER_NONCE, nonce));
  if (state.orderOutcomes.isForgotten(at)) {
    return fresh(state, nonceForgotten(state, account, ORDER_NONCE));
  }
  if (!state.orderOutcomes.isOf(at, order, command)) {
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

/** @param message what was signed for the full form; null: the short form */
function accept(
  state: ExchangeState,
  { user, terms, clientId }: OrderCommand,
  order: IncomingOrder,
  message: Uint8Array | null,
  events: CommandEvents,
): Answer {
  const { placement } = state;
  const { log } = placement.matching;
  const body = orderReply(state, user, order, placement, log);
  emitOrder(state, body, log, events, terms);
  const answer = fresh(state, body);
  if (message === null) state.orderOutcomes.rememberPlaced(order, clientId, placement, log);
  else state.signedOrderOutcomes.remember({ ...useOf(order), clientId }, message, answer.reply);
  return answer;
}

function refuse(
  state: ExchangeState,
  command: OrderCommand,
  order: IncomingOrder,
  reason: Refusal,
  message: Uint8Array | null,
  events: CommandEvents,
): Answer {
  const { user, nonce, builder, clientId } = command;
  events.add({ kind: 'refused', user, nonceKind: 'order', nonce, builder, refusal: reason });
  const answer = fresh(state, { kind: 'refused', ...reason });
  if (message === null) state.orderOutcomes.rememberRefused(order, command, reason);
  else state.signedOrderOutcomes.remember({ ...useOf(order), clientId }, message, answer.reply);
  return answer;
}

const useOf = ({ account, market, nonce }: IncomingOrder) => ({ account, market, nonce });
