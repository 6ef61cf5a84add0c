import { DELEGATED_TO } from '../accounts/account-table';
import type { FullOrderCommand, Lane } from '../command';
import type { CommandEvents } from '../command-events';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { refusal } from '../refusal';
import type { Answer, Refusal, ReplyBody } from '../reply';
import { emitOrder, orderReply } from '../replies/order-reply';
import { fullOrderBytes } from '../signed-messages';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';
import { fresh } from './answers';
import { haltOnBreach } from './breach-halt';
import { asNumbers, builderNumber } from './order-numbers';
import { refuseExpiry, refuseLane, refuseNow } from './order-refusals';
import { place } from './place-order';
import { answerSignedRepeat } from './signed-order-repeat';

/**
 * Applies an order in its full form: the same checks in the same order as the short form's. Its outcome is remembered
 * under the signed message, which is its whole body.
 */
export function placeFullOrder(
  state: ExchangeState,
  lane: Lane,
  command: FullOrderCommand,
  events: CommandEvents,
): Answer {
  const { accountTable, outcomes } = state;
  const known = accountTable.find(command.user);
  const isDelegated = known !== 0 && accountTable.int(known, DELEGATED_TO) !== 0;
  const notYours = refuseLane(isDelegated, lane === 'builder');
  if (notYours !== null) return fresh(state, { kind: 'refused', ...notYours });

  const message = fullOrderBytes(command, state.network);
  if (command.nonce <= outcomes.lastNonce(known, ORDER_NONCE)) {
    return answerSignedRepeat(state, known, command.nonce, message);
  }
  const order = asNumbers(state, command, known);
  const notNow = refuseNow(state, order) ?? refuseExpiry(state, order);
  if (notNow !== null) return fresh(state, { kind: 'refused', ...notNow });
  if (known === 0) order.account = accountTable.open(command.user);

  // The nonce is used from here on, whatever the answer.
  order.builder = builderNumber(state, command.builder);
  const no = place(state, command, order);
  const final = haltOnBreach(state, events) ? refusal('HALTED') : no;
  const body =
    final === null ? accept(state, command, order, events) : refuse(command, final, events);
  const answer = fresh(state, body);
  const { account, market, nonce } = order;
  state.signedOrderOutcomes.remember({ account, market, nonce }, message, answer.reply);
  return answer;
}

function accept(
  state: ExchangeState,
  { user, marketId, selfTrade, reduceOnly, expiresAt }: FullOrderCommand,
  order: IncomingOrder,
  events: CommandEvents,
): ReplyBody {
  const { placement } = state;
  const { log } = placement.matching;
  const body = orderReply(state, user, order, placement, log);
  const { orderId } = placement;
  const terms = { kind: 'order_terms', orderId, user, marketId } as const;
  emitOrder(state, body, log, events, { ...terms, selfTrade, reduceOnly, expiresAt });
  return body;
}

function refuse(
  { user, nonce, builder }: FullOrderCommand,
  reason: Refusal,
  events: CommandEvents,
): ReplyBody {
  events.add({ kind: 'refused', user, nonceKind: 'order', nonce, builder, refusal: reason });
  return { kind: 'refused', ...reason };
}
