import { DELEGATED_TO } from '../accounts/account-table';
import type { CommandOf, Lane } from '../command';
import type { CommandEvents } from '../command-events';
import { MAX_ORDER_SIZE } from '../limits';
import { ACTIVE } from '../markets/market-table';
import {
  ACCOUNT,
  BUILDER,
  CREATED_MS,
  FILLED,
  MARKET,
  NONCE,
  SEQ,
  WORD,
} from '../orders/order-pool';
import { feeBpsOf, orderTypeOf, outcomeOf, sideOf, termsOf } from '../orders/order-word';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { refusal } from '../refusal';
import type { Answer, Refusal, ReplyBody, ReplyOf } from '../reply';
import { emitAmend, orderReply } from '../replies/order-reply';
import { finishedOrderView } from '../replies/order-view';
import { amendBytes } from '../signed-messages';
import type { ExchangeState } from '../state';
import type { IncomingOrder } from '../trading/incoming-order';
import { fresh } from './answers';
import { haltOnBreach } from './breach-halt';
import { keyOf } from './order-numbers';
import { refusalOfCore, refuseLane, refuseNow } from './order-refusals';
import { answerSignedRepeat } from './signed-order-repeat';

type Amend = CommandOf<'amend'>;

/**
 * Changes price and open contracts of a resting order, at once: never both orders, never neither. A smaller size at the
 * same price keeps its place in the queue; anything else comes in anew, under the same order id.
 */
export function amend(
  state: ExchangeState,
  lane: Lane,
  command: Amend,
  events: CommandEvents,
): Answer {
  const { accountTable, outcomes, orders } = state;
  const known = accountTable.find(command.user);
  const isDelegated = known !== 0 && accountTable.int(known, DELEGATED_TO) !== 0;
  const notYours = refuseLane(isDelegated, lane === 'builder');
  if (notYours !== null) return fresh(state, { kind: 'refused', ...notYours });

  const message = amendBytes(command, state.network);
  if (command.nonce <= outcomes.lastNonce(known, ORDER_NONCE)) {
    return answerSignedRepeat(state, known, command, message);
  }
  const market = state.markets.find(command.marketId);
  const notNow = refuseNow(state, { account: known, market });
  if (notNow !== null) return fresh(state, { kind: 'refused', ...notNow });
  const account = known === 0 ? accountTable.open(command.user) : known;

  // The nonce is used from here on, whatever the answer.
  const open = orders.find(command.orderId);
  const record =
    open !== 0 && orders.int(open, ACCOUNT) === account && orders.int(open, MARKET) === market
      ? open
      : 0;
  const no = record === 0 ? refuseEnded(state, command, account) : carryOut(state, record, command);
  const final = haltOnBreach(state, events) ? refusal('HALTED') : no;
  const body = final === null ? accept(state, command, events) : refuse(command, final, events);
  const answer = fresh(state, body);
  const { nonce, clientId } = command;
  const use = { account, market, nonce, clientId };
  state.signedOrderOutcomes.remember(use, message, answer.reply);
  return answer;
}

/** Returns null if the order was changed. */
function carryOut(state: ExchangeState, record: number, command: Amend): Refusal | null {
  const { size, filled: expected } = command;
  const order = asAmended(state, record, command);
  const status = state.markets.status(order.market);
  if (status !== ACTIVE)
    return refusal('MARKET_NOT_ACTIVE', { status: state.markets.statusName(order.market) });
  const filled = state.orders.int(record, FILLED);
  if (expected !== undefined && expected !== filled)
    return refusal('FILLED_MEANWHILE', { expected, filled });
  const most = MAX_ORDER_SIZE - filled;
  if (size > most)
    return refusal('VALIDATION_FAILED', {
      field: 'size',
      value: size,
      expected: `at most ${most}, as ${MAX_ORDER_SIZE - most} are filled`,
    });
  const code = state.placement.amend(order, record);
  return code === null ? null : refusalOfCore(state, order, code);
}

/** The resting order with its new price, and as large as what is to be open. */
function asAmended(
  state: ExchangeState,
  record: number,
  { price, size, signer }: Amend,
): IncomingOrder {
  const { orders, incoming: order } = state;
  const word = orders.int(record, WORD);
  order.account = orders.int(record, ACCOUNT);
  order.market = orders.int(record, MARKET);
  order.outcome = outcomeOf(word);
  order.side = sideOf(word);
  order.price = price;
  order.size = size;
  order.orderType = orderTypeOf(word);
  order.feeBps = feeBpsOf(word);
  order.builder = orders.int(record, BUILDER);
  order.nonce = orders.word(record, NONCE);
  order.seq = orders.word(record, SEQ);
  order.timestampMs = orders.word(record, CREATED_MS);
  order.nowMs = state.lastTimestampMs;
  order.key = keyOf(state, order.account, signer);
  order.terms = termsOf(word);
  order.expiresMs = state.expiries.timeOf(record);
  // An amendment is bound by its own price and size.
  order.maxCost = 0;
  order.derive();
  return order;
}

/** The order is not open: it ended and is remembered, or it is unknown, or another user's. */
function refuseEnded(state: ExchangeState, { orderId, marketId }: Amend, account: number): Refusal {
  const finished = state.finished.find(orderId);
  const isTheirs =
    finished !== null &&
    finished.account === account &&
    state.markets.isId(finished.market, marketId);
  if (!isTheirs) return refusal('ORDER_NOT_FOUND', { order_id: orderId });
  const view = finishedOrderView(state, finished);
  return refusal('ORDER_NOT_OPEN', { order_id: orderId, status: view.status }, view);
}

function accept(state: ExchangeState, { user, nonce }: Amend, events: CommandEvents): ReplyBody {
  const { placement, incoming } = state;
  const { log } = placement.matching;
  // The reply shows the whole order, with what was filled before.
  incoming.size = placement.size;
  const body: ReplyOf<'amend'> = {
    ...orderReply(state, user, incoming, placement, log),
    kind: 'amend',
  };
  emitAmend(state, body, nonce, placement.keptPlace, log, events);
  return body;
}

function refuse(
  { user, nonce, builder }: Amend,
  reason: Refusal,
  events: CommandEvents,
): ReplyBody {
  events.add({ kind: 'refused', user, nonceKind: 'order', nonce, builder, refusal: reason });
  return { kind: 'refused', ...reason };
}
