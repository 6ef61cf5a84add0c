import { z } from 'zod';
import { isAddress } from '@solana/kit';
import type { Address } from '@solana/kit';
import { BPS, SLIPPAGE_BPS_DEFAULT, U64_MAX } from './limits';
import { SwapRefusal, noRoute, notParsed } from './swap-refusal';
import { amountOut } from './swap-token';
import type { SwapToken } from './swap-token';

/** A quote as the aggregator words it: amounts are decimal texts in the tokens' smallest units. */
export interface SwapQuote {
  readonly inputMint: Address;
  readonly inAmount: string;
  readonly outputMint: Address;
  readonly outAmount: string;
  /** What arrives at least. */
  readonly otherAmountThreshold: string;
  readonly swapMode: 'ExactIn';
  readonly slippageBps: number;
  readonly platformFee: null;
  readonly priceImpactPct: string;
  readonly routePlan: readonly unknown[];
  readonly contextSlot: number;
  readonly timeTaken: number;
}

/** What is to be swapped, checked. */
export interface SwapTerms {
  readonly input: SwapToken;
  readonly output: SwapToken;
  readonly amount: bigint;
  readonly slippageBps: number;
}

export const addressText = z.string().refine(isAddress, 'Invalid public key');

const query = z.object({
  inputMint: addressText,
  outputMint: addressText,
  amount: z
    .string()
    .regex(/^\d{1,20}$/, 'invalid digit found in string')
    .transform(BigInt)
    .refine((amount) => amount > 0n && amount <= U64_MAX, 'out of range'),
  slippageBps: z.coerce.number().int().min(0).max(BPS).default(SLIPPAGE_BPS_DEFAULT),
  swapMode: z.string().default('ExactIn'),
});

/** @throws SwapRefusal for what is malformed, unknown or not offered */
export function parseTerms(parameters: unknown, tokens: ReadonlyMap<string, SwapToken>): SwapTerms {
  const parsed = query.safeParse(parameters);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw notParsed(String(issue?.path[0] ?? ''), issue?.message ?? 'invalid');
  }
  const { inputMint, outputMint, amount, slippageBps, swapMode } = parsed.data;
  if (swapMode !== 'ExactIn') {
    throw new SwapRefusal('NOT_SUPPORTED', `Swap mode ${swapMode} is not supported`);
  }
  if (inputMint === outputMint) {
    throw new SwapRefusal('CIRCULAR_ARBITRAGE_IS_DISABLED', 'Circular arbitrage is disabled');
  }
  const tokenOf = (mint: string): SwapToken => {
    const token = tokens.get(mint);
    if (token !== undefined) return token;
    throw new SwapRefusal('TOKEN_NOT_TRADABLE', `The token ${mint} is not tradable`);
  };
  return { input: tokenOf(inputMint), output: tokenOf(outputMint), amount, slippageBps };
}

/** @throws SwapRefusal where the amount is worth nothing */
export function quoteOf(
  terms: SwapTerms,
  from: { readonly maker: Address; readonly slot: bigint; readonly worseBps: number },
): SwapQuote {
  const { input, output, amount, slippageBps } = terms;
  const out = amountOut(amount, { from: input, to: output, worseBps: from.worseBps });
  if (out === 0n || out > U64_MAX) throw noRoute();
  const leg = {
    inputMint: input.mint,
    inAmount: String(amount),
    outputMint: output.mint,
    outAmount: String(out),
  };
  const swapInfo = {
    ammKey: from.maker,
    label: 'Local stock',
    ...leg,
    feeAmount: '0',
    feeMint: input.mint,
  };
  return {
    ...leg,
    otherAmountThreshold: String(leastOut(out, slippageBps)),
    swapMode: 'ExactIn',
    slippageBps,
    platformFee: null,
    priceImpactPct: '0',
    routePlan: [{ swapInfo, percent: 100, bps: BPS }],
    contextSlot: Number(from.slot),
    timeTaken: 0,
  };
}

/** Rounded up: the one who swaps gains. */
function leastOut(out: bigint, slippageBps: number): bigint {
  return out - (out * BigInt(slippageBps)) / BigInt(BPS);
}
