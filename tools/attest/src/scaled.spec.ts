import { describe, expect, it } from 'vitest';
import { scaled } from './scaled';

describe('a decimal number', () => {
  it.each([
    ['1.4', 1, 14],
    ['1.40', 1, 14],
    ['-2.75', 2, -275],
    ['7', 3, 7_000],
    ['-0', 0, 0],
    ['0.000000000000001', 15, 1],
    ['9007199254740991', 0, Number.MAX_SAFE_INTEGER],
  ])('%s with %d decimals is %d', (text, decimals, value) => {
    expect(scaled(text, decimals)).toBe(value);
  });

  it.each([
    ['1.45', 1],
    ['1e3', 0],
    ['', 0],
    ['.5', 1],
    ['1,5', 1],
    ['NaN', 0],
    ['9007199254740992', 0],
    ['9007199254740991', 1],
  ])('%j with %d decimals is none', (text, decimals) => {
    expect(() => scaled(text, decimals)).toThrow(RangeError);
  });
});
