/**
 * The relayer's own transactions. Each is signed once and stored, and signed again only when the previous one has
 * provably ended.
 */
import { signatureBytes, signatureText } from '@bellwether/chain';
import type { Chain, StoredTransaction } from '@bellwether/chain';
import { lastAttemptOf } from '@bellwether/funding-runtime';
import type { ChainTransaction, ChainTransactionStore } from '@bellwether/persistence';
import type { AlarmKind } from '../parts';

/**
 * - `waiting`: not in a block yet
 * - `landed`: in a block that a fork may still drop. Later steps may be sent, and are repeated if it is dropped
 * - `final`: it succeeded
 * - `failed`: final, and it failed. The next look signs another attempt
 */
export type Progress =
  | { readonly kind: 'waiting' | 'landed' }
  | { readonly kind: 'final'; readonly signature: Uint8Array }
  | { readonly kind: 'failed'; readonly attempt: number };

export interface Step {
  /** Its purpose without the number of the attempt: `transfer:<id>:post`. */
  readonly purpose: string;
  readonly chain: Chain;
  /** Null if it serves several. */
  readonly user: Uint8Array | null;
  /** Builds and signs; called only while no attempt is under way. */
  sign(): Promise<StoredTransaction>;
}

export interface AttemptsParts {
  readonly transactions: ChainTransactionStore;
  readonly alarms: { raise(kind: AlarmKind, details: object): void };
  readonly now: () => number;
  /** Micro-USDC: the cost of a transaction, which nobody is charged for if it failed. */
  readonly feeMicroUsdc: number;
  /** Whether nobody is charged for those that succeed either. */
  readonly isUncharged?: boolean;
}

export class Attempts {
  constructor(private readonly parts: AttemptsParts) {}

  /** Checks the state of the step and takes it further. */
  async look(step: Step): Promise<Progress> {
    const { attempt, row } = await this.last(step.purpose);
    if (row?.state === 'kept' || row?.state === 'final')
      return this.progress(row, step.chain, attempt);
    return this.progress(await this.keep(step, attempt + 1), step.chain, attempt + 1);
  }

  /** As `look`, but signs nothing. `undefined` if no attempt is under way or final. */
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
          const { feeMicroUsdc, isUncharged = false } = this.parts;
          const spent = isUncharged ? feeMicroUsdc : 0;
          await transactions.end({ purpose, state: 'final', slot }, now(), spent);
          return { kind: 'final', signature: row.signature };
        }
        const end = { purpose, state: 'failed', slot, error } as const;
        await transactions.end(end, now(), this.parts.feeMicroUsdc);
        alarms.raise('transaction_failed', { purpose, error });
        return { kind: 'failed', attempt };
      }
    }
  }

  /** The valid row: this one, or the one that another process stored meanwhile. */
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

  private async last(purpose: string): Promise<{ attempt: number; row: ChainTransaction | null }> {
    const { attempt, last } = await lastAttemptOf(this.parts.transactions, (one) =>
      purposeOf({ purpose }, one),
    );
    return { attempt, row: last };
  }
}

const purposeOf = ({ purpose }: Pick<Step, 'purpose'>, attempt: number): string =>
  `${purpose}:${attempt}`;
