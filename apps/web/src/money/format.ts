/**
 * How people read the exchange's whole numbers. Amounts are micro-USDC, prices basis points of a dollar, sizes contracts.
 * Everything goes from an integer to a decimal text and from there to `Intl`: no float on the way, so no digit is lost.
 */

import { once } from './once';

/** As it comes in an answer (a safe integer), or as a sum of those. */
export type Whole = number | bigint;
/** In whose favour what does not fit is rounded: `down` shows less, `up` shows more. */
export type Rounding = 'down' | 'up';

/** The text of the pages is English; numbers and dates are those of the reader's English. */
export const LOCALE = navigator.languages.find((one) => /^en\b/.test(one)) ?? 'en';
const MICRO_DECIMALS = 6;
const BPS_PER_PERCENT = 100n;
const MICRO_PER_CENT = 10_000n;
const MINUS = '−';

type DecimalText = `${number}`;

/** A whole number of 10 to the power of `-decimals`, written out. */
export function decimalText(value: bigint, decimals: number): DecimalText {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const split = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(split)}`;
  return `${value < 0n ? '-' : ''}${digits.slice(0, split)}${fraction}` as DecimalText;
}

const numbers = (options?: Intl.NumberFormatOptions) =>
  once(() => new Intl.NumberFormat(LOCALE, options));
const dollars = (minimumFractionDigits: number, maximumFractionDigits: number) =>
  numbers({
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits,
    maximumFractionDigits,
  });
const CENTS = dollars(2, 2);
const EXACT = dollars(2, MICRO_DECIMALS);
const WHOLE_DOLLARS = dollars(0, 0);
const COUNT = numbers();
const COMPACT = numbers({ notation: 'compact', maximumFractionDigits: 1 });
const PRICE = numbers({ maximumFractionDigits: 2 });

/** To the cent: by default never more than the amount. */
export function usd(micro: Whole, rounding: Rounding = 'down'): string {
  const cents = divided(BigInt(micro), MICRO_PER_CENT, rounding);
  return withMinus(CENTS, cents < 0n, decimalText(cents < 0n ? -cents : cents, 2));
}

/** To the last micro-USDC: a fee, an amount that somebody compares. */
export function usdExact(micro: Whole): string {
  const value = BigInt(micro);
  return withMinus(EXACT, value < 0n, decimalText(value < 0n ? -value : value, MICRO_DECIMALS));
}

/** Limits and caps, which are whole dollars nearly always. */
export const usdWhole = (micro: Whole): string =>
  BigInt(micro) % 1_000_000n === 0n
    ? WHOLE_DOLLARS().format(decimalText(BigInt(micro), MICRO_DECIMALS))
    : usd(micro);

/** With its sign, also for a gain. */
export const usdSigned = (micro: Whole): string => `${BigInt(micro) > 0n ? '+' : ''}${usd(micro)}`;

/** 4550 is `45.5¢`. */
export const cents = (bps: Whole): string => `${PRICE().format(decimalText(BigInt(bps), 2))}¢`;

/** A chance: 4550 is `46%`; only certainty is shown as such. */
export function percent(bps: Whole): string {
  const value = BigInt(bps);
  if (value > 0n && value < BPS_PER_PERCENT) return '<1%';
  if (value < 10_000n && value > 9_900n) return '>99%';
  return `${((value + BPS_PER_PERCENT / 2n) / BPS_PER_PERCENT).toString()}%`;
}

/** A change of a chance in points: -250 is `▼ 2.5`. The sign is a shape, not a colour alone. */
export function points(bps: Whole): string {
  const value = BigInt(bps);
  const sign = value > 0n ? '▲' : value < 0n ? '▼' : '·';
  return `${sign} ${PRICE().format(decimalText(value < 0n ? -value : value, 2))}`;
}

export const count = (contracts: Whole): string => COUNT().format(BigInt(contracts));
export const compact = (contracts: Whole): string => COMPACT().format(BigInt(contracts));

/** The middle of a long name is what nobody reads. */
export const shortened = (name: string): string =>
  name.length <= 12 ? name : `${name.slice(0, 4)}…${name.slice(-4)}`;

/** Division of integers with a stated rounding. */
export function divided(value: bigint, by: bigint, rounding: Rounding): bigint {
  const quotient = value / by;
  if (quotient * by === value) return quotient;
  if (rounding === 'up') return value > 0n ? quotient + 1n : quotient;
  return value < 0n ? quotient - 1n : quotient;
}

/** Every browser writes the same minus, and it does not break from its number. */
const withMinus = (
  format: () => Intl.NumberFormat,
  isNegative: boolean,
  text: DecimalText,
): string => `${isNegative ? MINUS : ''}${format().format(text)}`;
