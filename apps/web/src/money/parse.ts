/** What people type, as the exchange's whole numbers; undefined for anything that is not one. */

const MAX_CONTRACTS = 10_000_000n;
const MAX_PRICE_BPS = 9_999n;

/** `1,000` and `1000` are the same number of contracts. */
export function parseContracts(text: string): number | undefined {
  const digits = text.replaceAll(/[\s,'’]/g, '');
  if (!/^\d{1,9}$/.test(digits)) return undefined;
  const value = BigInt(digits);
  return value >= 1n && value <= MAX_CONTRACTS ? Number(value) : undefined;
}

/** Cents with at most two places: `45.5` or `45,5` is 4550. */
export function parsePrice(text: string): number | undefined {
  const value = scaled(text.replace(/¢\s*$/, ''), 2);
  return value !== undefined && value >= 1n && value <= MAX_PRICE_BPS ? Number(value) : undefined;
}

/** Dollars with at most six places, in micro-USDC. */
export function parseDollars(text: string): number | undefined {
  const value = scaled(text.replace(/^\s*\$/, ''), 6);
  return value !== undefined && value > 0n ? Number(value) : undefined;
}

function scaled(text: string, decimals: number): bigint | undefined {
  const match = /^\s*(\d{1,9}|\d{1,3}(?:,\d{3})+)?(?:[.,](\d*))?\s*$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if ((whole === '' && fraction === '') || fraction.length > decimals) return undefined;
  return BigInt(`${whole.replaceAll(',', '') || '0'}${fraction.padEnd(decimals, '0')}`);
}
