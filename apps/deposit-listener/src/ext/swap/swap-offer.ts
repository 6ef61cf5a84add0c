import {
  associatedTokenAddress,
  buildSwap,
  checkSwapTransaction,
  quoteSwap,
} from '@bellwether/chain';
import type { Address, SwapMismatch, SwapQuote } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { MAX_SWAP_PRIORITY_FEE_LAMPORTS, MAX_SWAP_SLIPPAGE_BPS } from '@bellwether/funding';
import type { Deposit, FailureReason } from '@bellwether/funding';
import type { ListenerParts } from '../../parts';
import type { UserPlaces } from '../../watch/user-addresses';
import { MAX_ROUTES_ASKED } from '../limits';
import { givenOf } from './given';
import type { Given } from './given';
import { leastOf, slippageLeft } from './swap-bound';

export type SwapOffer =
  /** Checked: amount and source, payment and recipient. The payer and the deposit address sign it. */
  | { readonly wireBytes: Uint8Array; readonly failure?: never }
  | { readonly failure: FailureReason; readonly mismatch?: SwapMismatch };

type Parts = Pick<ListenerParts, 'swap' | 'chains' | 'listener' | 'usdc'>;

/**
 * Requests a transaction that exchanges exactly the deposit for USDC.
 * @throws CodedError SWAP_UNAVAILABLE, CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
 */
export async function offerSwap(
  parts: Parts,
  deposit: Deposit,
  places: UserPlaces,
): Promise<SwapOffer> {
  const given = await givenOf(parts, deposit, places);
  if (given === null) return { failure: 'no_route' };
  try {
    return await knownOffer(parts, deposit, { given, places });
  } catch (error) {
    if (error instanceof CodedError && error.code === 'SWAP_REFUSED')
      return { failure: 'no_route' };
    throw error;
  }
}

/**
 * The first offer that can be decoded. One over an exchange of a newer kind cannot, so the next request excludes the
 * exchanges of its route.
 */
async function knownOffer(
  parts: Parts,
  deposit: Deposit,
  { given, places }: { readonly given: Given; readonly places: UserPlaces },
): Promise<SwapOffer> {
  const withoutDexes: string[] = [];
  for (let asked = 1; ; asked++) {
    const quote = await goodQuote(parts, deposit, given.mint, withoutDexes);
    if (quote === null) return { failure: 'quote_out_of_bounds' };
    const offer = await checkedOffer(parts, { quote, given, places });
    const isStrange =
      offer.failure !== undefined && offer.mismatch === 'instruction_not_understood';
    if (!isStrange || quote.dexes.length === 0 || asked === MAX_ROUTES_ASKED) return offer;
    withoutDexes.push(...quote.dexes);
  }
}

/** A quote whose guaranteed minimum is enough; null if it is too low. */
async function goodQuote(
  { swap, usdc }: Parts,
  { sourceAmount: amountIn, amountMicroUsdc }: Deposit,
  inputMint: Address,
  withoutDexes: readonly string[],
): Promise<SwapQuote | null> {
  const least = leastOf(amountMicroUsdc);
  const terms = { inputMint, outputMint: usdc.ext, amountIn, withoutDexes };
  const first = await quoteSwap(swap, { ...terms, slippageBps: MAX_SWAP_SLIPPAGE_BPS });
  const slippageBps = slippageLeft(first.quotedOut, least);
  if (slippageBps === null) return null;
  const quote =
    slippageBps === MAX_SWAP_SLIPPAGE_BPS
      ? first
      : await quoteSwap(swap, { ...terms, slippageBps });
  return quote.minimumOut >= least ? quote : null;
}

async function checkedOffer(
  { swap, listener }: Parts,
  {
    quote,
    given: { mint, source },
    places: { depositAddress: user, depositUsdcAccount: destination },
  }: { readonly quote: SwapQuote; readonly given: Given; readonly places: UserPlaces },
): Promise<SwapOffer> {
  const payer = listener.address;
  const { wireBytes } = await buildSwap(swap, { quote, user, payer, destination });
  const { mismatch } = checkSwapTransaction(wireBytes, {
    feePayer: payer,
    user,
    source,
    wrappedNative: source === null ? await associatedTokenAddress(user, mint) : null,
    amountIn: quote.amountIn,
    destination,
    minimumOut: quote.minimumOut,
    maxPriorityFeeLamports: BigInt(MAX_SWAP_PRIORITY_FEE_LAMPORTS),
  });
  return mismatch === undefined ? { wireBytes } : { failure: 'transaction_refused', mismatch };
}
