import { toHex } from '@bellwether/codec';
import type { CommandOf } from '../command';
import { MARKET } from '../orders/order-pool';
import { CANCEL_ALL_NONCE } from '../outcomes/cancel-all-outcome';
import { refused } from '../refusal';
import type { Answer, Refusal, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { fresh, replayed } from './answers';
import { haltOnBreach } from './breach-halt';
import { cancelOrder } from './cancel-order';
import type { CommandEvents } from '../command-events';
import { nonceReused, nonceTooLow } from './nonces';

const BY_CANCEL_ALL = reasonIndex('cancel_all');

/** Cancels all of a user's orders, or those in one market. Cost: O(the user's open orders). */
export function cancelAll(
  state: ExchangeState,
  command: CommandOf<'cancel_all'>,
  events: CommandEvents,
): Answer {
  const { accountTable, outcomes } = state;
  const known = accountTable.find(command.user);
  if (command.nonce <= outcomes.lastNonce(known, CANCEL_ALL_NONCE)) {
    return answerRepeat(state, command, known);
  }
  if (state.mode === 'halted') return fresh(state, refused('HALTED'));
  if (namesFrozenMarket(state, command)) return fresh(state, refused('HALTED'));
  if (known === 0 && !state.money.hasAccountPlace('delegation'))
    return fresh(state, refused('CAPACITY_REACHED'));
  const account = known === 0 ? accountTable.open(command.user) : known;

  // The nonce is used from here on, whatever the answer.
  const body = carryOut(state, account, command, events);
  const final = haltOnBreach(state, events) ? refused('HALTED') : body;
  const answer = fresh(state, final);
  if (final.kind === 'refused') emitRefusal(command, final, events);
  else report(command, final, events);
  state.cancelAllOutcomes.remember(account, command, answer.reply);
  return answer;
}

function answerRepeat(
  state: ExchangeState,
  command: CommandOf<'cancel_all'>,
  account: number,
): Answer {
  const { nonce } = command;
  const at = state.outcomes.find(account, CANCEL_ALL_NONCE, nonce);
  if (at < 0) return fresh(state, nonceTooLow(state, account, CANCEL_ALL_NONCE, nonce));
  if (!state.cancelAllOutcomes.isOf(at, command)) {
    return fresh(state, nonceReused(state, account, CANCEL_ALL_NONCE, nonce));
  }
  return replayed(state.cancelAllOutcomes.recall(at));
}

/** A frozen market refuses as a halted exchange does: a 503 never uses a nonce. */
function namesFrozenMarket(
  { markets }: ExchangeState,
  { marketId }: CommandOf<'cancel_all'>,
): boolean {
  const market = marketId === null ? 0 : markets.find(marketId);
  return market !== 0 && markets.isFrozen(market);
}

/** Cancels the oldest order first. Orders in a frozen market are left alone. */
function carryOut(
  state: ExchangeState,
  account: number,
  { user, marketId, nonce }: CommandOf<'cancel_all'>,
  events: CommandEvents,
): ReplyOf<'cancel_all'> | ReplyOf<'refused'> {
  const only = marketId === null ? 0 : state.markets.find(marketId);
  if (marketId !== null && only === 0) {
    return refused('MARKET_NOT_FOUND', { market_id: toHex(marketId) });
  }
  const { openOrders } = state.accounts;
  const cancelled: number[] = [];
  let releasedMicroUsdc = 0;
  for (let record = openOrders.first(account); record !== 0;) {
    const next = openOrders.next(record);
    const market = state.orders.int(record, MARKET);
    if ((only === 0 || market === only) && !state.markets.isFrozen(market)) {
      const end = cancelOrder(state, record, BY_CANCEL_ALL, events);
      cancelled.push(end.orderId);
      releasedMicroUsdc += end.releasedMicroUsdc;
    }
    record = next;
  }
  return { kind: 'cancel_all', user, marketId, nonce, cancelled, releasedMicroUsdc };
}

function report(
  { user, marketId, nonce }: CommandOf<'cancel_all'>,
  { cancelled }: ReplyOf<'cancel_all'>,
  events: CommandEvents,
): void {
  events.add({ kind: 'cancel_all', user, marketId, nonce, count: cancelled.length });
}

function emitRefusal(
  { user, nonce }: CommandOf<'cancel_all'>,
  { code, details, order }: ReplyOf<'refused'>,
  events: CommandEvents,
): void {
  const reason: Refusal = { code, details, order };
  events.add({
    kind: 'refused',
    user,
    nonceKind: 'cancel_all',
    nonce,
    builder: null,
    refusal: reason,
  });
}
