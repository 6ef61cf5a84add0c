import { sameOrNone } from '../outcomes/request-body';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { MARKET } from '../orders/order-pool';
import { refused } from '../refusal';
import type { Answer, ReplyBody } from '../reply';
import type { ExchangeState } from '../state';
import { reasonIndex } from '../trading/order-ends';
import { fresh, replayed } from './answers';
import { cancelOrder } from './cancel-order';

const BY_SWITCH = reasonIndex('cancel_after');

/**
 * Sets the user's dead man's switch. The last command is remembered, so that its repeat gets the same answer; a lower
 * nonce is refused. A refusal leaves the nonce unused.
 */
export function cancelAfter(
  state: ExchangeState,
  { user, seconds, nonce, clientId }: CommandOf<'cancel_after'>,
  events: CommandEvents,
): Answer {
  const { accountTable, cancelAfters } = state;
  const known = accountTable.find(user);
  const last = cancelAfters.lastOf(known);
  if (last !== undefined && nonce <= last.nonce) {
    const { seq, timestampMs } = last;
    const lastNonce = { last_nonce: last.nonce };
    if (nonce < last.nonce)
      return fresh(state, refused('NONCE_TOO_LOW', { ...lastNonce, fate: 'forgotten' }));
    if (seconds !== last.seconds || !sameOrNone(clientId, last.clientId))
      return fresh(state, refused('NONCE_REUSED', { nonce, ...lastNonce }));
    return replayed({ seq, timestampMs, body: replyOf(user, last) });
  }
  if (state.mode === 'halted') return fresh(state, refused('HALTED'));
  if (known === 0 && !state.money.hasAccountPlace('delegation'))
    return fresh(state, refused('CAPACITY_REACHED'));
  const account = known === 0 ? accountTable.open(user) : known;
  const { lastSeq: seq, lastTimestampMs: timestampMs } = state;
  const switched = { nonce, seconds, seq, timestampMs, clientId };
  cancelAfters.set(account, switched);
  const reply = replyOf(user, switched);
  events.add({ kind: 'cancel_after', user, nonce, seconds, dueMs: reply.dueMs });
  return fresh(state, reply);
}

function replyOf(
  user: Uint8Array,
  {
    nonce,
    seconds,
    timestampMs,
  }: { readonly nonce: number; readonly seconds: number; readonly timestampMs: number },
) {
  const dueMs = seconds === 0 ? null : timestampMs + seconds * 1000;
  return { kind: 'cancel_after', user, seconds, nonce, dueMs } satisfies ReplyBody;
}

/**
 * Cancels open orders of the account whose switch is due, oldest first, at most that many. Those in a frozen market are
 * left alone. Returns how many; null: more are left.
 */
export function cancelBySwitch(
  state: ExchangeState,
  account: number,
  most: number,
  events: CommandEvents,
): number | null {
  const { openOrders } = state.accounts;
  let done = 0;
  for (let record = openOrders.first(account); record !== 0;) {
    const next = openOrders.next(record);
    if (!state.markets.isFrozen(state.orders.int(record, MARKET))) {
      if (done === most) return null;
      cancelOrder(state, record, BY_SWITCH, events);
      done++;
    }
    record = next;
  }
  return done;
}
