import { describe, expect, it } from 'vitest';
import { differencesOf } from '../src/rehearse';

describe('the comparison of histories', () => {
  it('passes over the sizes of orders, which a backup of an earlier release has', () => {
    expect(
      differencesOf({ sums: { orders: '2', orders_contracts: '9' } }, { orders: '2' }),
    ).toEqual([]);
  });

  it('names what is not the same', () => {
    const sums = { trades: '3', orders: '7', candles: '1' };
    expect(differencesOf({ sums }, { trades: '3', orders: '6' })).toEqual([
      { name: 'orders', before: '7', restored: '6' },
      { name: 'candles', before: '1', restored: 'unknown' },
    ]);
  });
});
