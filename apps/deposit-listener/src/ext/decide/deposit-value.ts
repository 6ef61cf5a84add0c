import { NATIVE_MINT, addressOf, quoteSwap } from '@bellwether/chain';
import type { Address, SwapService } from '@bellwether/chain';
import { CodedError } from '@bellwether/errors';
import { MAX_SWAP_SLIPPAGE_BPS, MIN_DEPOSIT_LAMPORTS } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import { MAX_REFUSED_MINTS, REFUSED_MINT_MS } from '../limits';

/** The worth of a deposit in USDC. */
export class DepositValue {
  /** Tokens unknown to the swap service, with the time of its answer, in order of time. */
  private readonly refused = new Map<Address, number>();

  constructor(
    private readonly parts: {
      readonly swap: SwapService;
      readonly usdcExt: Address;
      readonly now: () => number;
    },
  ) {}

  /**
   * @returns micro-USDC, at most the largest safe integer, which exceeds every cap; null if the token cannot be
   *   exchanged
   * @throws CodedError SWAP_UNAVAILABLE
   */
  async of({ source, mint, sourceAmount, amountMicroUsdc }: Deposit): Promise<number | null> {
    if (source === 'ext_usdc') return amountMicroUsdc;
    if (source === 'ext_native') {
      // Such a small amount is refused whatever it is worth, and the swap service may have no quote for it.
      return sourceAmount < MIN_DEPOSIT_LAMPORTS ? 0 : this.quoted(NATIVE_MINT, sourceAmount);
    }
    const token = mint === null ? NATIVE_MINT : addressOf(mint);
    // The swap service takes lamports under this mint. Tokens of this mint it would leave where they are.
    return token === NATIVE_MINT ? null : this.quoted(token, sourceAmount);
  }

  private async quoted(inputMint: Address, amountIn: bigint): Promise<number | null> {
    const { swap, usdcExt: outputMint, now } = this.parts;
    const refusedMs = this.refused.get(inputMint);
    if (refusedMs !== undefined && now() - refusedMs < REFUSED_MINT_MS) return null;
    const slippageBps = MAX_SWAP_SLIPPAGE_BPS;
    try {
      const quote = await quoteSwap(swap, { inputMint, outputMint, amountIn, slippageBps });
      return Math.min(Number(quote.quotedOut), Number.MAX_SAFE_INTEGER);
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'SWAP_REFUSED') throw error;
      // Another amount of a traded token may have a route.
      if (error.details.service_code === 'TOKEN_NOT_TRADABLE') this.remember(inputMint);
      return null;
    }
  }

  private remember(mint: Address): void {
    this.refused.delete(mint);
    this.refused.set(mint, this.parts.now());
    if (this.refused.size <= MAX_REFUSED_MINTS) return;
    const [oldest] = this.refused.keys();
    if (oldest !== undefined) this.refused.delete(oldest);
  }
}
