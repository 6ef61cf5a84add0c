import { z } from 'zod';
import { isAddress } from '@solana/kit';
import type { Address } from '@solana/kit';
import { BPS, SLIPPAGE_BPS_DEFAULT, U64_MAX } from './limits';
import { SwapRefusal, noRoute, notParsed } from './swap-refusal';
import { amountOut } from './swap-token';
import type { SwapToken } from './swap-token';

/** A quote in the aggregator's form: amounts are decimal texts in the tokens' smallest units. */
export interface SwapQuote {
  readonly inputMint: Address;
  readonly inAmount: string;
  readonly outputMint: Address;
  readonly outAmount: string;
  /** The minimum output. */
  readonly otherAmountThreshold: string;
  readonly swapMode: 'ExactIn';
  readonly slippageBps: number;
  readonly platformFee: null;
  readonly priceImpactPct: string;
  readonly routePlan: readonly unknown[];
  readonly contextSlot: number;
  readonly timeTaken: number;
}

export interface SwapTerms {
  readonly input: SwapToken;
  readonly output: SwapToken;
  readonly amount: bigint;
  readonly slippageBps: number;
  /** The route's exchange, as a request may exclude it. */
  readonly dex: string;
}

export const FIRST_DEX = 'Local stock';
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
  excludeDexes: z.string().default(''),
});

/** @throws SwapRefusal for terms that are malformed, unknown or not offered */
export function parseTerms(parameters: unknown, tokens: ReadonlyMap<string, SwapToken>): SwapTerms {
  const parsed = query.safeParse(parameters);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw notParsed(String(issue?.path[0] ?? ''), issue?.message ?? 'invalid');
  }
  const { inputMint, outputMint, amount, slippageBps, swapMode, excludeDexes } = parsed.data;
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
  const dex = excludeDexes.split(',').includes(FIRST_DEX) ? 'Local market' : FIRST_DEX;
  return { input: tokenOf(inputMint), output: tokenOf(outputMint), amount, slippageBps, dex };
}

/** @throws SwapRefusal if the amount is worth nothing */
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
    label: terms.dex,
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

/** Rounded up, in the user's favour. */
function leastOut(out: bigint, slippageBps: number): bigint {
  return out - (out * BigInt(slippageBps)) / BigInt(BPS);
}
