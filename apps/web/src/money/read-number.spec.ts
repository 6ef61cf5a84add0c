import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readNumber } from './read-number';
import type { NumberUnit } from './read-number';

const UNITS: readonly NumberUnit[] = ['contracts', 'cents', 'dollars'];
const DECIMALS = { contracts: 0, cents: 2, dollars: 6 };
/** All that keyboards and clipboards put into a field of numbers, and marks that only look like those. */
const typed = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,')), maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...Array.from("0159.., '’\u00A0\u202F$¢-+e١５")),
    maxLength: 12,
  }),
);

/** A text as a decimal with `mark`, all else between digits left out; null if it is none. Knows nothing of the reader. */
function readingWith(mark: '.' | ',', text: string, unit: NumberUnit): number | null {
  const bare = text.replaceAll(/[^\d.,]/g, '');
  const parts = bare.split(mark).map((one) => one.replaceAll(/\D/g, ''));
  if (parts.length > 2 || parts.join('') === '') return null;
  const [whole = '', fraction = ''] = parts;
  const kept = fraction.replace(/0+$/, '');
  const places = DECIMALS[unit];
  return kept.length > places ? null : Number(`${whole}${kept.padEnd(places, '0')}`);
}

describe('a number that is typed', () => {
  it.each([
    ['25,000', 25_000_000_000],
    ['10,000', 10_000_000_000],
    ['250,000', 250_000_000_000],
    ['1,234.5', 1_234_500_000],
    ['$1,234.50', 1_234_500_000],
    ['$ 5', 5_000_000],
    ['1 000', 1_000_000_000],
    ['1\u00A0000', 1_000_000_000],
    ['1\u202F000.25', 1_000_250_000],
    ["1'000", 1_000_000_000],
    ['1’000', 1_000_000_000],
    ['  25 ', 25_000_000],
    ['.5', 500_000],
    ['5.', 5_000_000],
    ['0.125', 125_000],
    ['95.320000', 95_320_000],
    ['007', 7_000_000],
  ])('in dollars, %j, has one reading', (text, value) => {
    expect(readNumber(text, 'dollars')).toEqual({ value });
  });

  it.each([
    ['dollars', '1,5', [15_000_000n, 1_500_000n]],
    ['dollars', '2,50', [250_000_000n, 2_500_000n]],
    ['dollars', '1.000', [1_000_000n, 1_000_000_000n]],
    ['dollars', '25.000', [25_000_000n, 25_000_000_000n]],
    ['dollars', '1.000,50', [1_000_500_000n, 1_000_500n]],
    ['dollars', '0,500', [500_000_000n, 500_000n]],
    ['dollars', '1,00,000', [100_000_000_000n]],
    ['contracts', '1,5', [15n]],
    ['contracts', '2,50', [250n]],
    ['contracts', '25.000', [25n, 25_000n]],
    ['cents', '45,5', [4_550n]],
  ] as const)('in %s, %j, is refused, and what it may mean is named', (unit, text, readings) => {
    const read = readNumber(text, unit);
    expect(read.value).toBeUndefined();
    expect(new Set(read.readings)).toEqual(new Set(readings));
  });

  it.each(['1e5', '-5', '+5', '٢٥', '２５', '1 5', '1__0', 'abc', '$', '1.2.3', '0', '0.0000001'])(
    '%j is no number of dollars',
    (text) => expect(readNumber(text, 'dollars').value).toBeUndefined(),
  );

  it('is within the limits of its unit', () => {
    const valueOf = (text: string, unit: NumberUnit) => readNumber(text, unit).value;
    expect([valueOf('10,000,000', 'contracts'), valueOf('10,000,001', 'contracts')]).toEqual([
      10_000_000,
      undefined,
    ]);
    expect([valueOf('99.99¢', 'cents'), valueOf('100', 'cents')]).toEqual([9_999, undefined]);
    expect(valueOf('1.5', 'contracts')).toBeUndefined();
    expect(valueOf('10.00', 'contracts')).toBe(10);
    expect(valueOf('9007199254.740992', 'dollars')).toBeUndefined();
  });

  it('has the reading that has “.00” behind it', () => {
    const whole = typed.map((text) => text.trim()).filter((text) => !text.includes('.'));
    fc.assert(
      fc.property(whole, fc.constantFrom('', '$'), (text, sign) => {
        const [one, other] = [`${sign}${text}`, `${sign}${text}.00`].map(
          (each) => readNumber(each, 'dollars').value,
        );
        expect(other).toBe(one);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the number, with whichever marks between its thousands', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_000_000_000 }),
        fc.constantFrom('', ',', ' ', '\u00A0', '\u202F', "'", '’'),
        (value, mark) => {
          const text = String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, mark);
          expect(readNumber(text, 'dollars').value).toBe(value * 1_000_000);
        },
      ),
    );
  });

  it('has one reading, or names each', () => {
    fc.assert(
      fc.property(typed, fc.constantFrom(...UNITS), (text, unit) => {
        const { value, readings = [] } = readNumber(text, unit);
        const [dot, comma] = [readingWith('.', text, unit), readingWith(',', text, unit)];
        // English thousands are meant by who writes them: then a comma is no decimal mark.
        const isEnglish = /\d,\d{3}(?!\d)/.test(text);
        const isUnclear = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/.test(text) || text.includes(',');
        const isRead = value === undefined || (value === dot && (isEnglish || !isUnclear));
        expect(isRead).toBe(true);
        expect(readings.map(Number).filter((one) => one !== dot && one !== comma)).toEqual([]);
        expect(value !== undefined && readings.length > 0).toBe(false);
      }),
      { numRuns: 20_000 },
    );
  });
});
