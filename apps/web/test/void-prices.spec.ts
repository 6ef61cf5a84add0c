/** What the console proposes for a void: it has to be what the exchange takes. */
import { describe, expect, it } from 'vitest';
import { equalShares, lastFairPrices } from '../src/operate/void-prices';

const outcomes = (prices: readonly number[], resolved: readonly number[] = []) =>
  prices.map((yes_price, at) => ({
    market_id: `market-${at}`,
    yes_price,
    resolution: resolved.includes(at) ? ('no' as const) : null,
  }));
const sumOf = (prices: Readonly<Record<string, number>>): number =>
  Object.values(prices).reduce((a, b) => a + b, 0);

describe('the prices of a void', () => {
  it.each([1, 2, 3, 7, 12, 100])('are a dollar in all, in %i equal shares', (count) => {
    const prices = equalShares(outcomes(Array.from({ length: count }, () => 0)));
    expect(sumOf(prices)).toBe(10_000);
    const values = Object.values(prices);
    expect(Math.max(...values) - Math.min(...values)).toBeLessThanOrEqual(1);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });

  it.each([
    ['exactly a dollar where one comes true', [5_000, 2_000, 1_001], true, [6_250, 2_499, 1_251]],
    ['as they are where none may', [5_000, 2_000, 1_000], false, [5_000, 2_000, 1_000]],
    ['a dollar where they are more', [9_000, 9_000, 2_000], false, [4_500, 4_500, 1_000]],
    ['equal where nothing has a price', [0, 0], true, [5_000, 5_000]],
    ['nothing for one without a price', [4_000, 0], true, [10_000, 0]],
  ] as const)('are the last ones: %s', (_, fair, isExhaustive, expected) => {
    const prices = lastFairPrices(outcomes(fair), isExhaustive);
    expect(Object.values(prices)).toEqual(expected);
  });

  it('leave out what is out already', () => {
    expect(lastFairPrices(outcomes([5_000, 9_000, 5_000], [1]), true)).toEqual({
      'market-0': 5_000,
      'market-2': 5_000,
    });
  });
});
