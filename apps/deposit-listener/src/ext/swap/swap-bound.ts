import { MAX_SWAP_SLIPPAGE_BPS } from '@bellwether/funding';

const BPS = 10_000n;

/**
 * The least that a deposit of that value may bring: 1 % less, rounded up, for the user. It counts from the decision, so
 * price changes and the swap's own loss are at most that together.
 */
export const leastOf = (valueMicroUsdc: number): bigint => {
  const value = BigInt(valueMicroUsdc);
  return value - (value * BigInt(MAX_SWAP_SLIPPAGE_BPS)) / BPS;
};

/** The slippage that still leaves enough, at most 1 %, rounded down; null if the quote itself is not enough. */
export function slippageLeft(quotedOut: bigint, least: bigint): number | null {
  if (quotedOut < least || quotedOut <= 0n) return null;
  const bps = Number(((quotedOut - least) * BPS) / quotedOut);
  return Math.min(bps, MAX_SWAP_SLIPPAGE_BPS);
}
