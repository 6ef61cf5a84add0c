import { describe, expect, it } from 'vitest';
import { address } from '@solana/kit';
import fc from 'fast-check';
import { NATIVE_TOKEN } from '@bellwether/local-chain';
import type { SwapToken } from '@bellwether/local-chain';
import { amountOut } from '../src/swap/swap-token';

const token = (decimals: number, microUsdcPerToken: bigint): SwapToken => ({
  mint: address('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'),
  decimals,
  microUsdcPerToken,
});
const usdc = token(6, 1_000_000n);
const cent = token(5, 20_000n);

describe('what a swap gives', () => {
  it.each([
    ['150 USDC for a native unit', 1_000_000_000n, NATIVE_TOKEN, usdc, 0, 150_000_000n],
    ['and back', 150_000_000n, usdc, NATIVE_TOKEN, 0, 1_000_000_000n],
    ['nothing for less than a micro-USDC', 6n, NATIVE_TOKEN, usdc, 0, 0n],
    ['one micro-USDC for what is just worth it', 7n, NATIVE_TOKEN, usdc, 0, 1n],
    ['0.02 USDC for a whole token', 100_000n, cent, usdc, 0, 20_000n],
    ['one percent less where the price is so much worse', 100_000n, cent, usdc, 100, 19_800n],
    [
      'the largest amount without a rounding of its own',
      2n ** 64n - 1n,
      usdc,
      usdc,
      0,
      2n ** 64n - 1n,
    ],
  ])('%s', (_title, amount, from, to, worseBps, expected) => {
    expect(amountOut(amount, { from, to, worseBps })).toBe(expected);
  });

  it('never pays for a way there and back', () => {
    const tokens = fc.record({
      decimals: fc.integer({ min: 0, max: 9 }),
      rate: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        tokens,
        tokens,
        (amount, one, other) => {
          const from = token(one.decimals, one.rate);
          const to = token(other.decimals, other.rate);
          const there = amountOut(amount, { from, to });
          expect(amountOut(there, { from: to, to: from })).toBeLessThanOrEqual(amount);
        },
      ),
    );
  });
});
