import { MAX_SWAP_SLIPPAGE_BPS } from '@bellwether/funding';

const BPS = 10_000n;

/**
 * The least that a deposit judged at so much may bring: 1 % below, rounded up, for the user. It counts from the decision,
 * so that what the price loses until the swap and what the swap loses are at most that together.
 */
export const leastOf = (valueMicroUsdc: number): bigint => {
  const value = BigInt(valueMicroUsdc);
  return value - (value * BigInt(MAX_SWAP_SLIPPAGE_BPS)) / BPS;
};

/** How much below a quote still is enough, at most 1 %, rounded down; null where the quote itself is not. */
export function slippageLeft(quotedOut: bigint, least: bigint): number | null {
  if (quotedOut < least || quotedOut <= 0n) return null;
  const bps = Number(((quotedOut - least) * BPS) / quotedOut);
  return Math.min(bps, MAX_SWAP_SLIPPAGE_BPS);
}
