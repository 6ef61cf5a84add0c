import { describe, expect, it } from 'vitest';
import { differencesOf } from '../src/rehearse';

describe('the comparison of histories', () => {
  it('names what is not the same', () => {
    const sums = { trades: '3', orders: '7', candles: '1' };
    expect(differencesOf({ sums }, { trades: '3', orders: '6' })).toEqual([
      { name: 'orders', before: '7', restored: '6' },
      { name: 'candles', before: '1', restored: 'unknown' },
    ]);
  });
});
