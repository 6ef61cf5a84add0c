import {
  addressOf,
  bridgeEmitter,
  completionsIn,
  readCompletedMessage,
  splitPaymentsIn,
} from '@bellwether/chain';
import type { Address, BlockTransaction, BridgeSide, Chain } from '@bellwether/chain';
import type { Split } from '@bellwether/funding';

/** What the bridge paid, itself or by way of a split account. */
export interface CompletedTransfer {
  /** The token account that was paid. */
  readonly to: Address;
  /** In the bridge's units: micro-USDC for USDC. */
  readonly amount: bigint;
  /** The sequence number that the other side's token bridge gave it, or the list and the place in it. */
  readonly by: { readonly sequence: number } | { readonly split: Split; readonly share: number };
}

type Parts = {
  readonly chain: Pick<Chain, 'readAccount'>;
  readonly side: BridgeSide;
  readonly otherSide: BridgeSide;
  readonly splitProgram: Address;
};

/** Reads which transfers from the other chain a transaction completed, and which it paid out of split accounts. */
export class CompletedTransfers {
  private otherEmitter: Address | undefined;

  constructor(private readonly parts: Parts) {}

  /**
   * In the order of the transaction's instructions. Anybody may make a split account: its list says whose it is.
   * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT, Fault (retry)
   */
  async in(transaction: BlockTransaction): Promise<CompletedTransfer[]> {
    const { side, splitProgram } = this.parts;
    const { instructions } = transaction;
    const found: CompletedTransfer[] = [];
    for (const [at, instruction] of instructions.entries()) {
      if (instruction.program === side.tokenBridge) {
        found.push(...(await this.completed({ ...transaction, instructions: [instruction] })));
      }
      if (instruction.program === splitProgram) {
        const next = instructions.findIndex(
          ({ program }, place) => place > at && program === splitProgram,
        );
        const called = instructions.slice(at, next === -1 ? undefined : next);
        found.push(...paidOut(splitProgram, { ...transaction, instructions: called }));
      }
    }
    return found;
  }

  private async completed(transaction: BlockTransaction): Promise<CompletedTransfer[]> {
    const { chain, side, otherSide } = this.parts;
    const completed: CompletedTransfer[] = [];
    for (const { postedVaa, to } of completionsIn(side, transaction)) {
      const message = await readCompletedMessage(chain, side, postedVaa);
      this.otherEmitter ??= await bridgeEmitter(otherSide);
      // Tokens of third chains come over the same bridge.
      const isOfOther =
        message.emitterChain === otherSide.chainId && message.emitter === this.otherEmitter;
      const { sequence, amount } = message;
      if (isOfOther) completed.push({ to, amount, by: { sequence: Number(sequence) } });
    }
    return completed;
  }
}

const paidOut = (splitProgram: Address, transaction: BlockTransaction): CompletedTransfer[] =>
  splitPaymentsIn(splitProgram, transaction).flatMap(({ split, paid }) =>
    split.entries.flatMap(({ account, amountMicroUsdc }, share) =>
      paid[share] === true
        ? [{ to: addressOf(account), amount: BigInt(amountMicroUsdc), by: { split, share } }]
        : [],
    ),
  );
