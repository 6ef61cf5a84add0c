import {
  EXPIRY_REASONS,
  TRANSFER_DIRECTIONS,
  TRANSFER_STATES,
  advanceTransfer,
  isTransferOver,
  newTransfer,
  transferUpdates,
} from '@bellwether/funding';
import type {
  HistoryEntry,
  NewTransfer,
  TransferDirection,
  TransferFact,
  TransferState,
} from '@bellwether/funding';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { claimInTurn } from './due-rows';
import type { Claim } from './due-rows';
import { fundingStep } from './funding-step';
import { writeEffects } from './step-effects';
import type { InboxMark, StepEffects, StepResult } from './step-effects';
import { jsonList, recordTable } from './table';
import type { RecordIn } from './table';

const APP = 'bridge-relayer';

const TRANSFERS = recordTable('Transfer', {
  direction: TRANSFER_DIRECTIONS,
  state: TRANSFER_STATES,
  expiry: EXPIRY_REASONS,
  history: jsonList<HistoryEntry>(),
});
export type TransferRow = RecordIn<typeof TRANSFERS>;

/** Transfers under way in one direction and state; `oldestMs` is since when the oldest has been in it. */
export interface TransferFigures {
  readonly direction: TransferDirection;
  readonly state: TransferState;
  readonly count: number;
  readonly oldestMs: number;
}

/** Bridge transfers: the relayer's rows, changed only by facts. Each new state is published through the outbox. */
export class TransferStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Takes over a transfer from the app that signed it. `unchanged` if it is known. */
  async take(
    transfer: NewTransfer,
    { nowMs, inbox }: { readonly nowMs: number; readonly inbox?: InboxMark },
  ): Promise<StepResult<TransferRow>> {
    return fundingStep(this.connections, { inbox, nowMs }, async (client) => {
      const record = { ...newTransfer(transfer, nowMs), tries: 0 };
      if (!(await TRANSFERS.insert(client, record, { dueMs: nowMs }))) {
        const known = await TRANSFERS.lock(client, transfer.transferId);
        if (known !== null) return { kind: 'unchanged', record: known };
        return {
          kind: 'contradiction',
          record,
          why: 'its transaction belongs to another transfer',
        };
      }
      return { kind: 'done', record };
    });
  }

  async byId(transferId: string): Promise<TransferRow | null> {
    return this.connections.statement((client) =>
      TRANSFERS.first(client, 'WHERE transfer_id = $1', [transferId]),
    );
  }

  /** All that are known of those that share a message, in the order of its list. */
  async ofMessage({
    sourceSignature,
  }: Pick<TransferRow, 'sourceSignature'>): Promise<TransferRow[]> {
    return this.connections.statement((client) =>
      TRANSFERS.select(client, 'WHERE source_signature = $1 ORDER BY share', [sourceSignature]),
    );
  }

  async claimDue(claim: Claim): Promise<TransferRow[]> {
    return this.connections.statement((client) => claimInTurn(client, TRANSFERS, claim));
  }

  /** Applies a fact to a transfer, with its effects if the fact is new. */
  async advance(change: {
    readonly transferId: string;
    readonly fact: TransferFact;
    readonly nowMs: number;
    readonly effects?: StepEffects;
  }): Promise<StepResult<TransferRow>> {
    const { transferId, fact, nowMs, effects = {} } = change;
    return fundingStep(this.connections, { inbox: effects.inbox, nowMs }, async (client) => {
      const before = await TRANSFERS.lock(client, transferId);
      if (before === null) return { kind: 'missing' };
      const outcome = advanceTransfer(before, fact, nowMs);
      if (outcome.kind === 'unchanged') return { kind: 'unchanged', record: before };
      if (outcome.kind === 'contradiction') {
        return { kind: 'contradiction', record: before, why: outcome.why };
      }
      const after = { ...outcome.next, tries: 0 };
      const dueMs = isTransferOver(after) ? null : nowMs;
      await TRANSFERS.update(client, after, { dueMs, leaseUntilMs: 0 });
      const update = transferUpdates(after);
      await writeEffects(client, APP, { messages: update ? [update] : [] }, nowMs);
      await writeEffects(client, APP, effects, nowMs);
      return { kind: 'done', record: after };
    });
  }

  /** Nothing changed: sets the next check. */
  async postpone(transferId: string, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE transfers SET due_ms = $2, tries = tries + 1, lease_until_ms = 0
         WHERE transfer_id = $1 AND due_ms IS NOT NULL`,
        [transferId, dueMs],
      ),
    );
  }

  /** Counts for operators. */
  async figures(): Promise<TransferFigures[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<TransferFigures>(
        `SELECT direction, state, count(*) AS count, min(updated_ms) AS "oldestMs"
         FROM transfers WHERE due_ms IS NOT NULL GROUP BY direction, state`,
      ),
    );
    return rows;
  }

  /** Transfers under way, oldest first: for the solvency sum and for waits on a guardian. */
  async underWay(): Promise<TransferRow[]> {
    return this.connections.statement((client) =>
      TRANSFERS.select(client, 'WHERE due_ms IS NOT NULL ORDER BY created_ms'),
    );
  }
}
