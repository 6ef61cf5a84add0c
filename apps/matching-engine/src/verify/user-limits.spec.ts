import { describe, expect, it } from 'vitest';
import { DEFAULT_MAX_OPEN_ORDERS } from '@bellwether/exchange';
import type { Command } from '@bellwether/exchange';
import {
  signedAllowance,
  signedCancel,
  signedCancelAfter,
  signedCancelAll,
  signedOrder,
  signedRevocation,
  testUser,
} from '../../test/incoming';
import type { TestUser } from '../../test/incoming';
import { UserLimits } from './user-limits';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const RATES = {
  orders: { requests: 40, perMs: 1_000, burst: 3 },
  cancels: { requests: 80, perMs: 1_000, burst: 2 },
  keys: { requests: 20, perMs: 60_000, burst: 4 },
};
const LAST_NONCE = 100;

const OPEN_ORDER = 7;

/** Limits of an exchange in which every user has used the nonces up to 100, and order 7 is open. */
function limitsOf(maxOpenOrders = DEFAULT_MAX_OPEN_ORDERS): UserLimits {
  const last = {
    order: LAST_NONCE,
    cancel_all: LAST_NONCE,
    withdraw: 0,
    recover: 0,
    cancel_after: LAST_NONCE,
    trading_key: LAST_NONCE,
  };
  const exchange = {
    nonces: () => last,
    maxOpenOrders: () => maxOpenOrders,
    isOpenOrder: (_user: Uint8Array, orderId: number) => orderId === OPEN_ORDER,
    hasOrdersToCancel: (_user: Uint8Array, marketId: Uint8Array | null) => marketId === null,
  };
  return new UserLimits(RATES, { exchange });
}

const order = (nonce = LAST_NONCE + 1, user: TestUser = alice): Command =>
  signedOrder(user, { marketId, nonce });
const delegatedOrder = (nonce: number): Command =>
  signedOrder(alice, { marketId, nonce, builder: new Uint8Array(16) });
const cancel = (user = alice, orderId = OPEN_ORDER): Command =>
  signedCancel(user, marketId, orderId);
const cancelAfter = (nonce = LAST_NONCE + 1): Command =>
  signedCancelAfter(alice, { seconds: 60, nonce });
const cancelAll = (nonce = LAST_NONCE + 1): Command => signedCancelAll(alice, nonce);
/** Nothing is open there. */
const emptyCancelAll = (nonce = LAST_NONCE + 1): Command => signedCancelAll(alice, nonce, marketId);
const key = testUser(7).user;
const allow = (nonce = LAST_NONCE + 1): Command =>
  signedAllowance(alice, { tradingKey: key, until: 1_800_000_000, nonce });
const revoke = (nonce = LAST_NONCE + 1, signedBy: 'owner' | 'trading_key' = 'owner'): Command => ({
  ...signedRevocation(alice, { tradingKey: key, nonce }),
  signedBy,
});
const times = (count: number, command: Command): Command[] =>
  Array.from({ length: count }, () => command);

const sent = (...commands: readonly Command[]) => commands.map((command) => ({ command }));

/** Which of the commands pass at a given time. */
const passing = (limits: UserLimits, commands: readonly Command[], nowMs = 0): number =>
  commands.filter((command) => limits.admit([{ command }], nowMs).refusal === null).length;

describe('the limits of a user', () => {
  it.each<[string, readonly Command[], number]>([
    ['as many orders as the burst', times(10, order()), 3],
    [
      'orders through a builder from the same bucket',
      [order(101), delegatedOrder(102), order(103), delegatedOrder(104)],
      3,
    ],
    ['cancels from a bucket of their own', [...times(9, order()), ...times(9, cancel())], 3 + 2],
    [
      'repeats from a bucket of their own',
      [...times(9, order(LAST_NONCE)), ...times(9, order())],
      3 + 3,
    ],
    [
      'cancels of orders that are not open as repeats',
      [...times(9, cancel(alice, OPEN_ORDER + 1)), ...times(9, cancel())],
      3 + 2,
    ],
    [
      'cancel-afters that were sent before as repeats',
      [...times(9, cancelAfter(LAST_NONCE)), ...times(9, cancelAfter())],
      3 + 2,
    ],
    ['a cancel-after from the bucket of cancels', [cancelAfter(), ...times(9, cancel())], 1 + 1],
    ['every cancel-all', times(20, cancelAll()), 20],
    [
      'cancel-alls that find nothing by the money of their user, and every one that finds something',
      [...times(DEFAULT_MAX_OPEN_ORDERS, emptyCancelAll()), ...times(20, cancelAll())],
      DEFAULT_MAX_OPEN_ORDERS / 10 + 20,
    ],
    ['every repeat of one that found nothing', times(200, emptyCancelAll(LAST_NONCE)), 200],
    ['a cancel-all after all cancels are used up', [...times(9, cancel()), cancelAll()], 2 + 1],
    [
      'cancels less the cancel-alls, which cost one each',
      [cancelAll(), ...times(9, cancel())],
      1 + 1,
    ],
    [
      'cancels as ever after repeats of a cancel-all',
      [...times(9, cancelAll(LAST_NONCE)), ...times(9, cancel())],
      9 + 2,
    ],
    ['texts about trading keys from a bucket of their own', [...times(9, allow()), order()], 4 + 1],
    [
      'an allowance or a revocation from the same bucket',
      [...times(3, allow()), ...times(3, revoke())],
      4,
    ],
    [
      'texts that were sent before from another bucket',
      [...times(9, allow(LAST_NONCE)), ...times(9, revoke())],
      4 + 4,
    ],
    [
      'keys that end themselves as repeats',
      [...times(9, revoke(LAST_NONCE, 'trading_key')), ...times(9, revoke())],
      4 + 4,
    ],
    ['each user by itself', [...times(9, order()), ...times(9, order(101, bob))], 3 + 3],
    ['whatever nobody signs', times(50, { kind: 'set_mode', mode: 'halted' }), 50],
  ])('let through %s', (_title, commands, passed) => {
    expect(passing(limitsOf(), commands)).toBe(passed);
  });

  it('let the next one through when its time has come', () => {
    const limits = limitsOf();
    expect(passing(limits, times(9, order()), 1_000)).toBe(3);
    expect(passing(limits, times(9, order()), 1_024)).toBe(0);
    expect(passing(limits, times(9, order()), 1_025)).toBe(1);
  });

  it('admit the commands of one request together, or charge none of them', () => {
    const limits = limitsOf();
    const mixed = [order(101), order(102), cancel(), order(103, bob)];
    // The tightest of them: one order is left of three to Alice, two to Bob.
    expect(limits.admit(sent(...mixed), 0)).toMatchObject({
      refusal: null,
      standing: { name: 'user_orders', burst: 3, remaining: 1, resetAfterMs: 50 },
    });
    // One order and one cancel are left of the bursts.
    expect(limits.admit(sent(order(104), cancel(), cancel()), 0).refusal).toMatchObject({
      details: { limit: 'user_cancels' },
    });
    expect(limits.admit(sent(order(104, bob), order(104), order(105)), 0).refusal).toMatchObject({
      details: { limit: 'user_orders', retry_after_ms: 25 },
    });
    expect(passing(limits, [order(104), cancel(), order(104, bob), order(105, bob)])).toBe(4);
    expect(passing(limits, [order(105), cancel(), order(106, bob)])).toBe(0);
  });

  it('say which limit it was, its size, and when to come back', () => {
    const limits = limitsOf();
    passing(limits, times(9, order()));
    expect(limits.admit(sent(order()), 5).refusal).toMatchObject({
      code: 'RATE_LIMITED',
      details: {
        limit: 'user_orders',
        requests: 40,
        per_seconds: 1,
        burst: 3,
        retry_after_ms: 20,
      },
    });
  });

  it.each([
    [DEFAULT_MAX_OPEN_ORDERS * 5, 15],
    [DEFAULT_MAX_OPEN_ORDERS * 2.5, 6],
    [DEFAULT_MAX_OPEN_ORDERS, 3],
    [1, 3],
  ])('grow with the open orders an operator allows: %d of them', (maxOpenOrders, passed) => {
    expect(passing(limitsOf(maxOpenOrders), times(99, order()))).toBe(passed);
  });
});
