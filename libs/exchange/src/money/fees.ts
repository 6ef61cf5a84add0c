/**
 * Exact fees (docs/protocol/matching.md, section 6). All amounts are micro-USDC, prices bp, sizes contracts.
 *
 * Fees depend on two exact sums over fills:
 *
 * - the *notional*: the sum of size * price, in the payer's own outcome terms;
 * - the *curve*: the sum of size * P * (10000 - P), the same in YES and NO terms.
 *
 * Rounding is cumulative. The fee of the next fill is the rounded fee of the sum so far, less the rounded fee of the
 * sum before it, which is what was already charged. So the sum is the only state, and an order costs the same in a
 * thousand fills as in one.
 *
 * Bounds: size <= 10^7, so notional < 10^11 and curve <= 2.5 * 10^14; rates are below 2^16.
 */
import { MICRO_USDC_PER_BP, PRICE_SCALE_BPS } from '../limits';
import { ceilOfProduct, floorOfProduct } from './exact';

/** fee_bps * size * P * (10000-P) / 1,000,000 micro-USDC. */
const PROTOCOL_FEE_DIVISOR = 1_000_000;
const REBATE_DIVISOR = PROTOCOL_FEE_DIVISOR * 100;
/** fee_bps * size * Q / 100 micro-USDC. */
const BUILDER_FEE_DIVISOR = 100;

export const notionalOf = (size: number, price: number): number => size * price;

export const curveOf = (size: number, price: number): number =>
  size * (price * (PRICE_SCALE_BPS - price));

/** The cost of a notional, always exact. */
export const costOf = (notional: number): number => notional * MICRO_USDC_PER_BP;

/** The taker's fee on fills of this curve. Rounded up: the exchange gains the remainder. */
export const protocolFee = (feeBps: number, curve: number): number =>
  curve === 0 ? 0 : ceilOfProduct(feeBps, curve, PROTOCOL_FEE_DIVISOR);

/** The maker's share of the protocol fee. Rounded down: the exchange keeps the remainder. */
export const makerRebate = (rebatePct: number, feeBps: number, curve: number): number =>
  curve === 0 ? 0 : floorOfProduct(rebatePct * feeBps, curve, REBATE_DIVISOR);

/** The builder's fee. Rounded up: the builder gains the remainder. The product stays below 2^53. */
export const builderFee = (feeBps: number, notional: number): number =>
  feeBps === 0 ? 0 : Math.ceil((feeBps * notional) / BUILDER_FEE_DIVISOR);

/**
 * The lock of a resting buy: its open contracts at the limit, and the builder fee they may still cost. Each fill at the
 * limit lowers it by exactly cost and fee; with nothing open it is 0.
 *
 * @param notional of the order's fills so far
 */
export function lockOfBuy(limit: number, open: number, feeBps: number, notional: number): number {
  const rest = notionalOf(open, limit);
  return costOf(rest) + builderFee(feeBps, notional + rest) - builderFee(feeBps, notional);
}

/** The exact outlay of a buy that fills as walked and never rests. */
export function outlayOfFills(
  marketFeeBps: number,
  feeBps: number,
  notional: number,
  curve: number,
): number {
  return costOf(notional) + protocolFee(marketFeeBps, curve) + builderFee(feeBps, notional);
}

/**
 * The highest outlay of a buy that may rest: `taken` contracts now and `resting` later, all at its limit. It covers
 * every better fill, because outlay rises with the price while rates are at most 10,000 bps.
 */
export function outlayAtLimit(
  marketFeeBps: number,
  feeBps: number,
  limit: number,
  taken: number,
  resting: number,
): number {
  const notional = notionalOf(taken + resting, limit);
  return outlayOfFills(marketFeeBps, feeBps, notional, curveOf(taken, limit));
}
