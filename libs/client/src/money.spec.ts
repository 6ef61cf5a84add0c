import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  InvalidInputError,
  costMicroUsdc,
  formatPrice,
  formatUsdc,
  oppositePrice,
  parsePrice,
  parseUsdc,
} from './index';
import { propertyRuns } from '../test/property-runs';

const runs = propertyRuns(200);

describe('amounts', () => {
  it.each([
    ['0', 0, '0.00'],
    ['1', 1_000_000, '1.00'],
    ['0.000001', 1, '0.000001'],
    ['12.5', 12_500_000, '12.50'],
    ['0.1', 100_000, '0.10'],
    ['4503599627.370497', 4_503_599_627_370_497, '4503599627.370497'],
    ['9007199254.740991', Number.MAX_SAFE_INTEGER, '9007199254.740991'],
  ])('%s USDC is %d micro-USDC', (text, microUsdc, written) => {
    expect(parseUsdc(text)).toBe(microUsdc);
    expect(formatUsdc(microUsdc)).toBe(written);
    expect(formatUsdc(BigInt(microUsdc))).toBe(written);
  });

  it.each(['', '-1', '+1', '1.', '.5', '01', '1e3', '1,5', ' 1', '0.0000001', '9007199254.740992'])(
    '%p is none: nothing is rounded',
    (text) => expect(() => parseUsdc(text)).toThrow(InvalidInputError),
  );

  it('are written and read back as they were', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (microUsdc) => {
        expect(parseUsdc(formatUsdc(microUsdc))).toBe(microUsdc);
      }),
      runs,
    );
  });

  it('below nothing are written with a sign', () => {
    expect(formatUsdc(-1_500_000)).toBe('-1.50');
  });

  it('that are no whole number are refused', () => {
    expect(() => formatUsdc(0.5)).toThrow(InvalidInputError);
    expect(() => formatUsdc(Number.MAX_SAFE_INTEGER + 1)).toThrow(InvalidInputError);
  });
});

describe('prices', () => {
  it.each([
    ['0.45', 4_500, '0.45'],
    ['0.0001', 1, '0.0001'],
    ['0.9999', 9_999, '0.9999'],
    ['0.5', 5_000, '0.50'],
    ['0.0700', 700, '0.07'],
  ])('%s dollars are %d basis points', (text, priceBps, written) => {
    expect(parsePrice(text)).toBe(priceBps);
    expect(formatPrice(priceBps)).toBe(written);
  });

  it.each(['0', '1', '0.00001', '45', '1.5', '0,45', '-0.1'])('%p is none', (text) =>
    expect(() => parsePrice(text)).toThrow(InvalidInputError),
  );

  it('have a mirror', () => {
    expect(oppositePrice(4_500)).toBe(5_500);
  });
});

describe('what contracts cost', () => {
  it.each([
    [4_500, 10, 4_500_000],
    [1, 1, 100],
    [9_999, 10_000_000, 9_999_000_000_000],
  ])('at %d basis points %d of them cost %d micro-USDC', (priceBps, size, microUsdc) => {
    expect(costMicroUsdc(priceBps, size)).toBe(microUsdc);
  });

  it('is exact or refused', () => {
    expect(() => costMicroUsdc(9_999, Number.MAX_SAFE_INTEGER)).toThrow(InvalidInputError);
    expect(() => costMicroUsdc(45.5, 1)).toThrow(InvalidInputError);
  });
});
