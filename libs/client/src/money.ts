/**
 * Converts between text and the integers of the interface, exactly: text and bigint, never a float. A value that is
 * not an integer of its unit is rejected, not rounded.
 */
import { InvalidInputError } from './errors';
import { MAX_INTEGER } from './limits';

/** In bp of 1 USD: a price of 10000 would be certainty. */
export const PRICE_SCALE_BPS = 10_000;
export const MICRO_USDC_PER_USDC = 1_000_000;
/** The cost of one basis point of one contract. */
const MICRO_USDC_PER_CONTRACT_BP = 100n;

const USDC_DECIMALS = 6;
const DOLLAR_PRICE_DECIMALS = 4;

/** `"12.5"` is 12500000. @throws InvalidInputError if it is not an amount, or is finer than a micro-USDC */
export function parseUsdc(text: string): number {
  const scaled = scaledInteger(text, USDC_DECIMALS);
  if (scaled !== undefined && scaled <= BigInt(MAX_INTEGER)) return Number(scaled);
  throw new InvalidInputError('amount', text, 'USDC as a decimal with at most 6 places');
}

/** 12500000 is `"12.50"`: at least two decimal places, and no digit is dropped. */
export const formatUsdc = (microUsdc: number | bigint): string =>
  decimalText(wholeOf('amount', microUsdc), { decimals: USDC_DECIMALS, atLeast: 2 });

/**
 * `"0.45"` (dollars a contract, which is a probability) is 4500. @throws InvalidInputError outside 0.0001 to 0.9999
 */
export function parsePrice(text: string): number {
  const scaled = scaledInteger(text, DOLLAR_PRICE_DECIMALS);
  if (scaled !== undefined && scaled >= 1n && scaled < BigInt(PRICE_SCALE_BPS)) {
    return Number(scaled);
  }
  throw new InvalidInputError('price', text, 'dollars from 0.0001 to 0.9999 with at most 4 places');
}

/** 4500 is `"0.45"`. */
export const formatPrice = (priceBps: number): string =>
  decimalText(wholeOf('price', priceBps), { decimals: DOLLAR_PRICE_DECIMALS, atLeast: 2 });

/** The same price in terms of the other outcome: YES at 4500 is NO at 5500. */
export const oppositePrice = (priceBps: number): number => PRICE_SCALE_BPS - priceBps;

/**
 * The cost of `size` contracts at a price, in micro-USDC, without fees. Exact: 100 micro-USDC for each basis point of
 * a contract.
 */
export function costMicroUsdc(priceBps: number, size: number): number {
  const cost = wholeOf('price', priceBps) * wholeOf('size', size) * MICRO_USDC_PER_CONTRACT_BP;
  if (cost > BigInt(MAX_INTEGER)) {
    throw new InvalidInputError('size', size, 'so small that its cost is a safe integer');
  }
  return Number(cost);
}

/** Digits, optionally a point and digits; undefined for anything else or too many decimal places. */
function scaledInteger(text: string, decimals: number): bigint | undefined {
  const match = /^(0|[1-9]\d{0,15})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return undefined;
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`);
}

function decimalText(value: bigint, places: { decimals: number; atLeast: number }): string {
  const { decimals, atLeast } = places;
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '').padEnd(atLeast, '0');
  return `${sign}${digits.slice(0, -decimals)}.${fraction}`;
}

function wholeOf(field: string, value: number | bigint): bigint {
  if (typeof value === 'bigint') return value;
  if (!Number.isSafeInteger(value)) throw new InvalidInputError(field, value, 'a whole number');
  return BigInt(value);
}
