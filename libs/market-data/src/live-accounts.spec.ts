import { describe, expect, it } from 'vitest';
import type { BalanceView, SequencedEvent } from '@bellwether/exchange';
import { LiveAccounts } from './index';

const user = (number: number) => new Uint8Array(32).fill(number);
const balance = (available: number): BalanceView => ({
  available,
  locked: 1,
  total: available + 1,
  withdrawing: 0,
  gasDebt: 0,
});
const told = (seq: number, number: number, available: number): SequencedEvent => ({
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
  },
});

describe('LiveAccounts', () => {
  it('keeps nothing of users that nobody asked for', () => {
    const accounts = new LiveAccounts();
    accounts.apply(told(1, 1, 10));
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
    accounts.apply(told(happened, 1, 10));
    accounts.loadBalance(user(1), answered, balance(20));
    expect(accounts.balance(user(1))).toEqual(balance(expected));
  });

  it('goes on with events', () => {
    const accounts = new LiveAccounts();
    accounts.expectBalance(user(1));
    accounts.loadBalance(user(1), 5, balance(20));
    accounts.apply(told(5, 1, 30));
    accounts.apply(told(6, 1, 40));
    accounts.apply(told(6, 2, 50));
    expect(accounts.balance(user(1))).toEqual(balance(40));
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
    // Pushed out while the engine was being asked: its answer finds no place.
    accounts.loadBalance(user(2), 2, balance(2));
    expect(accounts.balance(user(2))).toBeUndefined();
  });
});
