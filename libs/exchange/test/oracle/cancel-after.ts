/** The dead man's switch and the end of orders. */
import type { CommandOf } from '../../src/command';
import type { Answer, ReplyBody } from '../../src/reply';
import { accountOf, findAccount, hasRoomFor } from './accounts';
import { cancelOrder } from './cancels';
import { withId } from './nonces';
import { refuse, refused } from './refusals';
import { isOpen } from './state';
import type { Order, State } from './state';

const bodyOf = (command: CommandOf<'cancel_after'>) => withId(`${command.seconds}`, command);

export function cancelAfter(state: State, command: CommandOf<'cancel_after'>): Answer {
  const { user, seconds, nonce } = command;
  const fresh = (body: ReplyBody): Answer => ({
    replayed: false,
    reply: { seq: state.seq, timestampMs: state.timestampMs, body },
  });
  const known = findAccount(state, user);
  const last = known?.cancelAfterNonce ?? 0;
  if (nonce < last) {
    return fresh(refused(refuse('NONCE_TOO_LOW', { last_nonce: last, fate: 'forgotten' })));
  }
  if (nonce === last && known?.cancelAfter?.body === bodyOf(command)) {
    return { replayed: true, reply: known.cancelAfter.reply };
  }
  if (nonce === last) return fresh(refused(refuse('NONCE_REUSED', { nonce, last_nonce: last })));
  if (state.mode === 'halted') return fresh(refused(refuse('HALTED')));
  if (!hasRoomFor(state, user)) return fresh(refused(refuse('CAPACITY_REACHED')));
  const dueMs = seconds === 0 ? null : state.timestampMs + seconds * 1000;
  const answer = fresh({ kind: 'cancel_after', user, seconds, nonce, dueMs });
  const account = accountOf(state, user);
  account.cancelAfter = { body: bodyOf(command), reply: answer.reply, dueMs };
  account.cancelAfterNonce = nonce;
  state.emitted.push({ kind: 'cancel_after', user, nonce, seconds, dueMs });
  return answer;
}

const openOrdersOf = ({ accounts }: State): Order[] =>
  [...accounts.values()].flatMap(({ openOrders }) => openOrders);

const expiryOf = ({ terms }: Order): number => (terms.expiresAt ?? 0) * 1000;

/**
 * Orders that expired, by time, then by placement; then the orders of users whose switch is due, likewise: so many in all.
 * A user of whom orders are left stays due. Returns how many more might have ended.
 */
export function endDue(state: State, most: number): number {
  const { timestampMs } = state;
  let left = most;
  const expired = openOrdersOf(state)
    .filter((order) => expiryOf(order) > 0 && expiryOf(order) <= timestampMs)
    .toSorted((a, b) => expiryOf(a) - expiryOf(b) || a.id - b.id)
    .slice(0, most);
  for (const order of expired) cancelOrder(state, order, 'expired');
  left -= expired.length;
  const due = [...state.accounts.values()]
    .flatMap((account, number) => {
      const dueMs = account.cancelAfter?.dueMs ?? Infinity;
      return dueMs <= timestampMs ? [{ account, number, dueMs }] : [];
    })
    .toSorted((a, b) => a.dueMs - b.dueMs || a.number - b.number);
  for (const { account } of due) {
    const open = account.openOrders.filter(isOpen);
    for (const order of open.slice(0, left)) cancelOrder(state, order, 'cancel_after');
    if (open.length > left) return 0;
    left -= open.length;
    account.cancelAfter!.dueMs = null;
  }
  return left;
}

/** In Unix ms. */
export const dueTimesOf = (state: State): number[] => [
  ...openOrdersOf(state)
    .map(expiryOf)
    .filter((ms) => ms > 0),
  ...[...state.accounts.values()].flatMap(({ cancelAfter }) => cancelAfter?.dueMs ?? []),
];
