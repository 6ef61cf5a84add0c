import { describe, expect, it } from 'vitest';
import { KeyBudgets } from './key-budgets';
import type { TradingKey } from './trading-keys';

const keyNumber = (nonce: number): TradingKey => ({
  account: 1,
  key: new Uint8Array(32),
  until: 1,
  nonce,
  seq: 1,
  timestampMs: 0,
  atMost: 100,
  priceBand: 1,
  redeem: false,
  end: null,
  day: 0,
  spent: 0,
  locked: 0,
});

describe('resting orders of trading keys', () => {
  it('are those of the last signer, also where a key is replaced', () => {
    const budgets = new KeyBudgets({ lastTimestampMs: 0 });
    const [a, b, again] = [keyNumber(1), keyNumber(2), keyNumber(3)];
    for (const order of [7, 3, 5]) budgets.rests(order, a);
    budgets.rests(5, b);
    budgets.rests(3, null);
    expect([a, b].map((key) => budgets.ordersOf(key))).toEqual([[7], [5]]);
    budgets.replace(a, again);
    budgets.rests(2, again);
    expect([a, again].map((key) => budgets.ordersOf(key))).toEqual([[], [2, 7]]);
    budgets.ended(7);
    budgets.locks(2, 9);
    budgets.locks(7, 9);
    expect(again.locked).toBe(9);
    expect(budgets.ordersOf(again)).toEqual([2]);
  });
});
