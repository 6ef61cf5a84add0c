/** Transactions of the relayer's own: each signed once and kept, and signed anew only when the last one provably ended. */
import { signatureBytes, signatureText } from '@bellwether/chain';
import type { Chain, KeptTransaction } from '@bellwether/chain';
import type { ChainTransaction, ChainTransactionStore } from '@bellwether/persistence';
import type { AlarmKind } from '../parts';

/**
 * - `waiting`: not in a block yet
 * - `landed`: in a block that a fork may still drop: what comes after may be sent, and is made anew where it was dropped
 * - `final`: it did what it should
 * - `failed`: final, and it did nothing; the next look signs another attempt
 */
export type Progress =
  | { readonly kind: 'waiting' | 'landed' }
  | { readonly kind: 'final'; readonly signature: Uint8Array }
  | { readonly kind: 'failed'; readonly attempt: number };

export interface Step {
  /** What it is for, without the number of the attempt: `transfer:<id>:post`. */
  readonly purpose: string;
  readonly chain: Chain;
  readonly user: Uint8Array;
  /** Builds and signs; called only where no attempt is under way. */
  sign(): Promise<KeptTransaction>;
}

export interface AttemptsParts {
  readonly transactions: ChainTransactionStore;
  readonly alarms: { raise(kind: AlarmKind, details: object): void };
  readonly now: () => number;
  /** Micro-USDC: what a transaction that failed took, for which nobody is charged. */
  readonly feeMicroUsdc: number;
}

export class Attempts {
  constructor(private readonly parts: AttemptsParts) {}

  /** One look: sees how far the step is, and does what brings it further. */
  async look(step: Step): Promise<Progress> {
    const { attempt, row } = await this.last(step.purpose);
    if (row?.state === 'kept' || row?.state === 'final')
      return this.progress(row, step.chain, attempt);
    return this.progress(await this.keep(step, attempt + 1), step.chain, attempt + 1);
  }

  /** As `look`, and signs nothing. `undefined` where no attempt is under way or final. */
  async lookAgain(purpose: string, chain: Chain): Promise<Progress | undefined> {
    const { attempt, row } = await this.last(purpose);
    const isOver = row?.state !== 'kept' && row?.state !== 'final';
    return isOver ? undefined : this.progress(row, chain, attempt);
  }

  private async progress(row: ChainTransaction, chain: Chain, attempt: number): Promise<Progress> {
    if (row.state === 'final') return { kind: 'final', signature: row.signature };
    if (row.state !== 'kept') return { kind: 'waiting' };
    const state = await chain.advance({
      signature: signatureText(row.signature),
      wireBytes: row.bytes,
      lastValidBlockHeight: row.lastValidBlockHeight,
    });
    const { transactions, alarms, now } = this.parts;
    const { purpose } = row;
    switch (state.state) {
      case 'pending':
        return { kind: 'waiting' };
      case 'confirmed':
        return { kind: 'landed' };
      case 'expired':
        await transactions.end({ purpose, state: 'expired' }, now());
        return { kind: 'waiting' };
      case 'final': {
        const { slot, error } = state;
        if (error === null) {
          await transactions.end({ purpose, state: 'final', slot }, now());
          return { kind: 'final', signature: row.signature };
        }
        const end = { purpose, state: 'failed', slot, error } as const;
        await transactions.end(end, now(), this.parts.feeMicroUsdc);
        alarms.raise('transaction_failed', { purpose, error });
        return { kind: 'failed', attempt };
      }
    }
  }

  /** The row that counts: this one, or what another process kept in the meantime. */
  private async keep(step: Step, attempt: number): Promise<ChainTransaction> {
    const { signature, wireBytes, lastValidBlockHeight } = await step.sign();
    const kept = {
      purpose: purposeOf(step, attempt),
      chain: step.chain.name,
      signature: signatureBytes(signature),
      bytes: wireBytes,
      lastValidBlockHeight,
      user: step.user,
    };
    return this.parts.transactions.keep(kept, this.parts.now());
  }

  /** Attempts are numbered from 1 without a gap: the last is found by doubling, then halving. */
  private async last(purpose: string): Promise<{ attempt: number; row: ChainTransaction | null }> {
    const rowOf = (attempt: number) =>
      this.parts.transactions.byPurpose(purposeOf({ purpose }, attempt));
    let low = 0;
    let row: ChainTransaction | null = null;
    let high = 1;
    for (let found = await rowOf(high); found !== null; found = await rowOf(high)) {
      [low, row] = [high, found];
      high *= 2;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const found = await rowOf(middle);
      if (found === null) high = middle;
      else [low, row] = [middle, found];
    }
    return { attempt: low, row };
  }
}

const purposeOf = ({ purpose }: Pick<Step, 'purpose'>, attempt: number): string =>
  `${purpose}:${attempt}`;
