import { bridgeEmitter, completionsIn, readCompletedMessage } from '@bellwether/chain';
import type { Address, BlockTransaction, BridgeSide, Chain } from '@bellwether/chain';

/** A transfer that the bridge completed in a transaction. */
export interface CompletedTransfer {
  /** The token account that was paid. */
  readonly to: Address;
  /** The sequence number that the other side's token bridge gave it. */
  readonly sequence: number;
  /** The amount, in the bridge's units: micro-USDC for USDC. */
  readonly amount: bigint;
}

/** Reads which transfers from the other chain a transaction completed. */
export class CompletedTransfers {
  private otherEmitter: Address | undefined;

  constructor(
    private readonly parts: {
      readonly chain: Pick<Chain, 'readAccount'>;
      readonly side: BridgeSide;
      readonly otherSide: BridgeSide;
    },
  ) {}

  /** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT, Fault (retry) */
  async in(transaction: BlockTransaction): Promise<CompletedTransfer[]> {
    const { chain, side, otherSide } = this.parts;
    const completed: CompletedTransfer[] = [];
    for (const { postedVaa, to } of completionsIn(side, transaction)) {
      const message = await readCompletedMessage(chain, side, postedVaa);
      this.otherEmitter ??= await bridgeEmitter(otherSide);
      // Tokens of third chains come over the same bridge.
      const isOfOther =
        message.emitterChain === otherSide.chainId && message.emitter === this.otherEmitter;
      const { sequence, amount } = message;
      if (isOfOther) completed.push({ to, sequence: Number(sequence), amount });
    }
    return completed;
  }
}
