import { describe, expect, it } from 'vitest';
import { median, mediansOf, percentile } from './statistics';

describe('the median', () => {
  it.each([
    [[7], 7],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('of nothing is an error', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('a percentile', () => {
  const hundred = Float64Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('%d of the numbers to 100 is %d', (share, expected) => {
    expect(percentile(hundred, share)).toBe(expected);
  });
});

describe('medians of rounds', () => {
  it('are of each field, which counts as nothing where a round lacks it', () => {
    const rounds: Record<string, number>[] = [
      { gateway: 3, engine: 1 },
      { gateway: 1 },
      { gateway: 2, engine: 5 },
    ];
    expect(mediansOf(rounds)).toEqual({ gateway: 2, engine: 1 });
  });
});
