/**
 * The money formulas of docs/protocol/matching.md, sections 4 and 6, in BigInt, as the page states them. All results
 * are micro-USDC. A price `Q` is in an order's own outcome terms, `P` in YES terms; both in bp.
 */

export const PRICE_SCALE = 10_000n;
export const MICRO_USDC_PER_CONTRACT = 1_000_000n;

/** 1 bp of one contract is exactly 100 micro-USDC: no rounding. */
export const costOf = (price: bigint, size: bigint): bigint => price * size * 100n;

/** Σ size * P * (10000 - P): the exact base of the protocol fee and of the rebate. */
export const curveOf = (yesPrice: bigint, size: bigint): bigint =>
  size * yesPrice * (PRICE_SCALE - yesPrice);

/** Rounded up: the exchange gains the remainder. `curve` is the exact sum over the taker's fills of one command. */
export const protocolFeeOf = (feeBps: bigint, curve: bigint): bigint =>
  divideUp(feeBps * curve, 1_000_000n);

/** Rounded up: the builder gains the remainder. `notional` is Σ size * Q over all fills of one order. */
export const builderFeeOf = (feeBps: bigint, notional: bigint): bigint =>
  divideUp(feeBps * notional, 100n);

/** Rounded down: the exchange gains the remainder. `curve` is the exact sum over one order's maker fills. */
export const makerRebateOf = (rebatePct: bigint, feeBps: bigint, curve: bigint): bigint =>
  (rebatePct * feeBps * curve) / 100_000_000n;

/** For values that are never negative. */
function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** For replies and views, which carry safe integers. */
export function toSafeNumber(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is not a safe integer`);
  return number;
}
