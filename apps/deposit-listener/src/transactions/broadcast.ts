import { signatureText } from '@bellwether/chain';
import type { Chain, TransactionState } from '@bellwether/chain';
import { RETRY_SCHEDULES } from '@bellwether/funding';
import type {
  ChainTransaction,
  ChainTransactionStore,
  TransactionEnd,
} from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { Alarms } from '../alarms';
import {
  BROADCASTS_AT_ONCE,
  BROADCAST_LEASE_MS,
  BROADCAST_PAUSE_MS,
  MAX_REPORTED_TRANSACTIONS,
  UNPROVEN_AFTER_MS,
} from '../limits';
import type { OfBoth } from '../parts';
import { transactionOfRow } from './transaction-row';

/**
 * Sees every stored transaction of the listener through: the same bytes are sent again until they are final, or
 * provably never will be. The result is written to the row (`stores.transactions.byPurpose`). The worker that stored it
 * looks at the row and takes the next step.
 */
export class Broadcast implements Worker {
  readonly name = 'broadcast';
  readonly pauseMs = BROADCAST_PAUSE_MS;
  /** By purpose: transactions that raised an alarm. */
  private readonly reported = new Set<string>();

  constructor(
    private readonly parts: {
      readonly transactions: Pick<ChainTransactionStore, 'claimDue' | 'end' | 'postpone'>;
      readonly chains: OfBoth<Pick<Chain, 'advance'>>;
      readonly alarms: Pick<Alarms, 'raise'>;
      readonly log: { warn(fields: object, message: string): void };
      readonly now: () => number;
    },
  ) {}

  /**
   * @returns how many have ended
   * @throws the failure of one, after the others were handled
   */
  async tick(): Promise<number> {
    const { transactions, now } = this.parts;
    const claim = { limit: BROADCASTS_AT_ONCE, nowMs: now(), leaseMs: BROADCAST_LEASE_MS };
    const rows = await transactions.claimDue(claim);
    const looks = await Promise.allSettled(rows.map((row) => this.look(row)));
    const failed = looks.find((look) => look.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return looks.filter((look) => look.status === 'fulfilled' && look.value).length;
  }

  /** @returns whether it has ended */
  private async look(row: ChainTransaction): Promise<boolean> {
    const { transactions, chains, now } = this.parts;
    const { purpose, createdMs } = row;
    try {
      const state = await chains[row.chain].advance(transactionOfRow(row));
      const end = endOf(purpose, state);
      if (end === undefined) {
        this.report(row, state);
      } else {
        this.reported.delete(purpose);
        return await transactions.end(end, now());
      }
    } finally {
      // Does nothing to one that has ended.
      await transactions.postpone(purpose, now() + pauseAfter(now() - createdMs));
    }
    return false;
  }

  /** Logs nodes' answers, and raises one alarm if it should have landed or expired long ago. */
  private report(
    { purpose, chain, signature, createdMs }: ChainTransaction,
    state: TransactionState,
  ): void {
    const { alarms, log, now } = this.parts;
    const problem = state.state === 'pending' ? state.problem : undefined;
    const ageMs = now() - createdMs;
    const fields = { purpose, chain, signature: signatureText(signature), problem, age_ms: ageMs };
    if (ageMs > UNPROVEN_AFTER_MS && !this.reported.has(purpose)) {
      if (this.reported.size === MAX_REPORTED_TRANSACTIONS) this.reported.clear();
      this.reported.add(purpose);
      alarms.raise('transaction_unproven', fields);
    } else if (problem !== undefined) {
      log.warn(fields, 'nodes do not take a transaction, or cannot say what became of it');
    }
  }
}

function endOf(purpose: string, state: TransactionState): TransactionEnd | undefined {
  switch (state.state) {
    case 'pending':
    case 'confirmed':
      return undefined;
    case 'expired':
      return { purpose, state: 'expired' };
    case 'final':
      return state.error === null
        ? { purpose, state: 'final', slot: state.slot }
        : { purpose, state: 'failed', slot: state.slot, error: state.error };
  }
}

const { firstMs, lastMs } = RETRY_SCHEDULES.broadcast;

/** At the pace of blocks at first, then less and less often. */
const pauseAfter = (ageMs: number): number =>
  Math.min(lastMs, Math.max(firstMs, Math.round(ageMs / 8)));
