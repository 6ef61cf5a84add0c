import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { BalanceView, SequencedEvent } from '@bellwether/exchange';
import { LiveAccounts } from './index';

const user = (number: number) => new Uint8Array(32).fill(number);
const balance = (available: number): BalanceView => ({
  available,
  locked: 1,
  total: available + 1,
  withdrawing: 0,
  gasDebt: 0,
  staked: 0,
});
const reported = (seq: number, number: number, available: number): SequencedEvent => ({
  seq,
  index: 0,
  timestampMs: 0,
  event: {
    kind: 'balance',
    user: user(number),
    available,
    locked: 1,
    withdrawing: 0,
    gasDebt: 0,
    staked: 0,
  },
});

describe('LiveAccounts', () => {
  it('keeps nothing of users that nobody asked for', () => {
    const accounts = new LiveAccounts();
    accounts.apply(reported(1, 1, 10));
    accounts.loadBalance(user(1), 1, balance(10));
    expect(accounts.balance(user(1))).toBeUndefined();
    expect(accounts.size).toEqual({ balances: 0, positions: 0 });
  });

  it.each([
    ['the answer, where no event was newer', 5, 4, 20],
    ['the event, where the answer is older', 5, 6, 10],
  ])('while the engine is being asked, counts %s', (_what, answered, happened, expected) => {
    const accounts = new LiveAccounts();
    accounts.expectBalance(user(1));
    accounts.apply(reported(happened, 1, 10));
    accounts.loadBalance(user(1), answered, balance(20));
    expect(accounts.balance(user(1))).toEqual(balance(expected));
  });

  it('goes on with events', () => {
    const accounts = new LiveAccounts();
    accounts.expectBalance(user(1));
    accounts.loadBalance(user(1), 5, balance(20));
    accounts.apply(reported(5, 1, 30));
    accounts.apply(reported(6, 1, 40));
    accounts.apply(reported(6, 2, 50));
    expect(accounts.balance(user(1))).toEqual(balance(40));
  });

  it('follows exactly those that were asked for and not let go, whose keys may begin alike', () => {
    const users = Array.from({ length: 12 }, (_, at) => {
      const key = user(at % 3);
      key[31] = at;
      return key;
    });
    const steps = fc.array(fc.tuple(fc.constantFrom(...users), fc.boolean()), { maxLength: 100 });
    fc.assert(
      fc.property(steps, (taken) => {
        const accounts = new LiveAccounts({ maxBalances: 5, maxPositions: 1 });
        const followed = new Map<Uint8Array, number>();
        const wrong: unknown[] = [];
        for (const [at, [one, isAsked]] of taken.entries()) {
          const seq = at + 1;
          if (isAsked) {
            accounts.expectBalance(one);
            if (!followed.has(one)) accounts.loadBalance(one, seq, balance(seq));
            followed.set(one, followed.get(one) ?? seq);
          } else {
            const event = { kind: 'balance', user: one, ...balance(seq) } as const;
            accounts.apply({ seq, index: 0, timestampMs: 0, event });
            if (followed.has(one)) followed.set(one, seq);
          }
          for (const [key, available] of followed) {
            const found = accounts.balance(key);
            if (found === undefined) followed.delete(key);
            else if (found.available !== available) wrong.push({ seq, found, available });
          }
          if (accounts.size.balances !== followed.size) wrong.push({ seq, ...accounts.size });
        }
        expect(wrong).toEqual([]);
      }),
    );
  });

  it('lets go of who was not asked for longest', () => {
    const accounts = new LiveAccounts({ maxBalances: 2 });
    for (const number of [1, 2]) {
      accounts.expectBalance(user(number));
      accounts.loadBalance(user(number), 1, balance(number));
    }
    expect(accounts.balance(user(1))).toEqual(balance(1));
    accounts.expectBalance(user(3));
    expect(accounts.size.balances).toBe(2);
    expect(accounts.balance(user(1))).toEqual(balance(1));
    expect(accounts.balance(user(2))).toBeUndefined();
    // Evicted while the engine was queried: its answer is dropped.
    accounts.loadBalance(user(2), 2, balance(2));
    expect(accounts.balance(user(2))).toBeUndefined();
  });
});
