import type { Address } from '@solana/kit';

/** Native units have this mint, wrapped or not. */
export const NATIVE_MINT: Address =
  'So11111111111111111111111111111111111111112' as Address<'So11111111111111111111111111111111111111112'>;

/** A token that the fake trades, at a rate that only a test changes. */
export interface SwapToken {
  readonly mint: Address;
  readonly decimals: number;
  readonly microUsdcPerToken: bigint;
}

/** The fixed rate of the test network: 150 USDC per native unit. */
export const NATIVE_TOKEN: SwapToken = {
  mint: NATIVE_MINT,
  decimals: 9,
  microUsdcPerToken: 150_000_000n,
};

/**
 * The value of `amount` of one token in another, both in their smallest units. Rounded down, in the fake's favour.
 * @param worseBps how much worse than the rate the fake's price is
 */
export function amountOut(
  amount: bigint,
  { from, to, worseBps = 0 }: { from: SwapToken; to: SwapToken; worseBps?: number },
): bigint {
  const numerator =
    amount * from.microUsdcPerToken * 10n ** BigInt(to.decimals) * BigInt(10_000 - worseBps);
  return numerator / (to.microUsdcPerToken * 10n ** BigInt(from.decimals) * 10_000n);
}
