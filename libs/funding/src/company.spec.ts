import { describe, expect, it } from 'vitest';
import { companiesOf, companyLeavesMs } from './company';

describe('a company', () => {
  it.each([
    [20_000, 20_000, 20_000],
    [20_001, 20_000, 40_000],
    [39_999, 20_000, 40_000],
    [39_999, 0, 39_999],
  ])('joined at %i, of slots of %i, leaves at %i', (readyMs, slotMs, leavesMs) => {
    expect(companyLeavesMs(readyMs, slotMs)).toBe(leavesMs);
  });

  it.each([
    [0, []],
    [1, [1]],
    [5, [5]],
    [6, [3, 3]],
    [12, [4, 4, 4]],
    [13, [5, 4, 4]],
  ])('of %i: %j', (count, sizes) => {
    const ready = Array.from({ length: count }, (_, at) => at);
    const companies = companiesOf(ready, 5);
    expect(companies.map(({ length }) => length)).toEqual(sizes);
    expect(companies.flat().toSorted((a, b) => a - b)).toEqual(ready);
  });
});
