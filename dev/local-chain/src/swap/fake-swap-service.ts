import { SOLANA_ERROR__JSON_RPC__INVALID_PARAMS, isSolanaError } from '@solana/kit';
import type { Address, KeyPairSigner, Rpc, SolanaRpcApi } from '@solana/kit';
import { z } from 'zod';
import { associatedTokenAddress } from '../associated-token';
import { BPS } from './limits';
import type { SwapFaults } from './swap-faults';
import { addressText, parseTerms, quoteOf } from './swap-quote';
import type { SwapQuote, SwapTerms } from './swap-quote';
import { SwapRefusal, noRoute } from './swap-refusal';
import { NATIVE_MINT, NATIVE_TOKEN } from './swap-token';
import type { SwapToken } from './swap-token';
import { swapTransaction } from './swap-transaction';

export interface FakeSwapServiceOptions {
  /** RPC of the chain that it trades on. */
  readonly rpc: Rpc<SolanaRpcApi>;
  /** Holds the stock; it has a token account for every token it pays out. */
  readonly maker: KeyPairSigner;
  /** Native units are always traded. */
  readonly tokens: readonly SwapToken[];
}

/** The swapping user, and the account that is paid. */
export interface SwapParties {
  readonly user: Address;
  readonly payer?: Address | undefined;
  readonly destination?: Address | undefined;
  readonly isNativeUnwrapped?: boolean | undefined;
}

export interface BuiltSwap {
  /** Base64 of the wire format; signed only by the fake. */
  readonly transaction: string;
  readonly lastValidBlockHeight: bigint;
}

/** The fields a quote must have to be built; its amounts are computed again at the present price. */
const returnedQuote = z.object({
  inputMint: addressText,
  outputMint: addressText,
  inAmount: z.string(),
  otherAmountThreshold: z.string().regex(/^\d{1,20}$/),
  slippageBps: z.number(),
  routePlan: z.array(z.object({ swapInfo: z.object({ label: z.string() }) })).optional(),
});

/** Quotes and builds swaps from its stock. */
export class FakeSwapService {
  faults: SwapFaults = {};
  private readonly options: FakeSwapServiceOptions;
  private readonly tokens: ReadonlyMap<string, SwapToken>;

  constructor(options: FakeSwapServiceOptions) {
    this.options = options;
    this.tokens = new Map([NATIVE_TOKEN, ...options.tokens].map((token) => [token.mint, token]));
  }

  /** @throws SwapRefusal */
  async quote(parameters: unknown): Promise<SwapQuote> {
    return this.quoteTerms(parseTerms(parameters, this.tokens));
  }

  /**
   * @param quote as it was returned; the price may have moved since
   * @throws SwapRefusal also if the present price is below the quote's limit
   */
  async build(quote: unknown, parties: SwapParties): Promise<BuiltSwap> {
    const asked = returnedQuote.safeParse(quote);
    if (!asked.success) throw new SwapRefusal('INVALID_QUOTE', 'quoteResponse is not a quote');
    const { inAmount: amount, ...rest } = asked.data;
    const terms = parseTerms({ ...rest, amount }, this.tokens);
    const now = await this.quoteTerms(terms);
    if (BigInt(now.outAmount) < BigInt(asked.data.otherAmountThreshold)) {
      throw new SwapRefusal('SLIPPAGE_TOLERANCE_EXCEEDED', 'Slippage tolerance exceeded');
    }
    const isFirst = asked.data.routePlan?.[0]?.swapInfo.label !== 'Local market';
    const isStrange = this.faults.strangeKind === true && isFirst;
    return this.transact(terms, BigInt(now.outAmount), { ...parties, isStrange });
  }

  private async quoteTerms(terms: SwapTerms): Promise<SwapQuote> {
    const { rpc, maker } = this.options;
    const slot = await rpc.getSlot({ commitment: 'confirmed' }).send();
    const worseBps = this.faults.worsePriceBps ?? 0;
    const quote = quoteOf(terms, { maker: maker.address, slot, worseBps });
    const paid = { mint: quote.outputMint, amount: BigInt(quote.outAmount) };
    if (!(await this.holds({ ...paid, owner: maker.address }))) throw noRoute();
    return quote;
  }

  private async holds(holding: {
    readonly mint: Address;
    readonly owner: Address;
    readonly amount: bigint;
  }): Promise<boolean> {
    const { mint, owner, amount } = holding;
    const { rpc } = this.options;
    if (mint === NATIVE_MINT) {
      const { value } = await rpc.getBalance(owner, { commitment: 'confirmed' }).send();
      return value >= amount;
    }
    const balance = await rpc
      .getTokenAccountBalance(await associatedTokenAddress(holding), { commitment: 'confirmed' })
      .send()
      .catch((error: unknown) => {
        if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)) return null; // no account
        throw error;
      });
    return balance !== null && BigInt(balance.value.amount) >= amount;
  }

  private async transact(
    { input, output, amount }: SwapTerms,
    quotedOut: bigint,
    parties: SwapParties & { readonly isStrange: boolean },
  ): Promise<BuiltSwap> {
    const { rpc, maker } = this.options;
    const { shortPaymentBps = 0, destination, payer } = this.faults;
    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const transaction = await swapTransaction({
      maker,
      user: parties.user,
      payer: payer ?? parties.payer ?? parties.user,
      input,
      inAmount: amount,
      output,
      outAmount: (quotedOut * BigInt(BPS - shortPaymentBps)) / BigInt(BPS),
      destination: destination ?? parties.destination,
      isNativeUnwrapped: parties.isNativeUnwrapped ?? true,
      isStrange: parties.isStrange,
      lifetime,
    });
    return { transaction, lastValidBlockHeight: lifetime.lastValidBlockHeight };
  }
}
