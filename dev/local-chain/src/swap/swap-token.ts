import type { Address } from '@solana/kit';

/** Native units travel under this mint, whether they are wrapped or not. */
export const NATIVE_MINT: Address =
  'So11111111111111111111111111111111111111112' as Address<'So11111111111111111111111111111111111111112'>;

/** A token that the stand-in trades, at a rate that only a test changes. */
export interface SwapToken {
  readonly mint: Address;
  readonly decimals: number;
  /** Micro-USDC for one whole token. */
  readonly microUsdcPerToken: bigint;
}

/** The fixed rate of the test network: 150 USDC a native unit. */
export const NATIVE_TOKEN: SwapToken = {
  mint: NATIVE_MINT,
  decimals: 9,
  microUsdcPerToken: 150_000_000n,
};

/**
 * What `amount` of one token is worth in another, both in their smallest units. Rounded down: the stand-in gains.
 * @param worseBps  by how much the stand-in asks more than the rate
 */
export function amountOut(
  amount: bigint,
  { from, to, worseBps = 0 }: { from: SwapToken; to: SwapToken; worseBps?: number },
): bigint {
  const numerator =
    amount * from.microUsdcPerToken * 10n ** BigInt(to.decimals) * BigInt(10_000 - worseBps);
  return numerator / (to.microUsdcPerToken * 10n ** BigInt(from.decimals) * 10_000n);
}
