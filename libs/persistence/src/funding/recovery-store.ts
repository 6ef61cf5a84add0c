import { assert } from '@bellwether/errors';
import { toHex } from '@bellwether/codec';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { claimInTurn } from './due-rows';
import type { Claim } from './due-rows';
import { fundingStep } from './funding-step';
import { writeEffects } from './step-effects';
import type { StepEffects, StepResult } from './step-effects';
import { recordTable } from './table';
import type { Client, RecordIn } from './table';

const APP = 'deposit-listener';

/** `sending`: a transaction is to be made or is under way. `failed`: it is proven that nothing can be sent. */
export const RECOVERY_STATES = ['sending', 'completed', 'failed'] as const;
export type RecoveryState = (typeof RECOVERY_STATES)[number];

const RECOVERIES = recordTable('Recovery', { state: RECOVERY_STATES });
export type Recovery = RecordIn<typeof RECOVERIES>;

export const userRecoveryId = (user: Uint8Array, nonce: number): string =>
  `user:${toHex(user)}:${nonce}`;

const NONE_BEFORE_IT = `AND NOT EXISTS (
  SELECT 1 FROM recoveries AS earlier
  WHERE earlier.user_key = recoveries.user_key AND earlier.mint = recoveries.mint
    AND earlier.state = 'sending'
    AND (earlier.created_ms, earlier.recovery_id) < (recoveries.created_ms, recoveries.recovery_id))`;

export type NewRecovery = Pick<
  Recovery,
  'recoveryId' | 'user' | 'mint' | 'maxGasFee' | 'recipient' | 'allowProgramAddress' | 'nonce'
> &
  Partial<Pick<Recovery, 'authorizedMs'>>;

export type RecoveryFact =
  | { readonly kind: 'signed'; readonly amount: bigint; readonly txSignature: Uint8Array }
  /** The chain has it, and no row did. */
  | { readonly kind: 'found'; readonly amount: bigint; readonly txSignature: Uint8Array }
  /** Proof that the transaction never lands: a new one is made. */
  | { readonly kind: 'expired'; readonly txSignature: Uint8Array }
  | { readonly kind: 'completed'; readonly txSignature: Uint8Array }
  /** Nothing is there, or the chain rejects it. */
  | { readonly kind: 'failed' };

/** A new row is due at once; an existing one stays unchanged. */
export async function insertRecovery(
  client: Client,
  recovery: NewRecovery,
  nowMs: number,
): Promise<void> {
  const begun = { amount: 0n, state: 'sending', attempt: 0, txSignature: null } as const;
  const row = { authorizedMs: null, ...recovery, ...begun, createdMs: nowMs, updatedMs: nowMs };
  await RECOVERIES.insert(client, row, { dueMs: nowMs });
}

/** Recoveries: funds at a deposit address that belong to no deposit under way, sent where their user wants them. */
export class RecoveryStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Returns the first recovery when called again. The engine's nonce decides who may ask. */
  async begin(recovery: NewRecovery, nowMs: number): Promise<Recovery> {
    return this.connections.transaction(async (client) => {
      await insertRecovery(client, recovery, nowMs);
      const row = await RECOVERIES.lock(client, recovery.recoveryId);
      assert(row !== null, 'a recovery stays');
      return row;
    });
  }

  async byId(recoveryId: string): Promise<Recovery | null> {
    return this.connections.statement((client) =>
      RECOVERIES.first(client, 'WHERE recovery_id = $1', [recoveryId]),
    );
  }

  /** For operators: the number under way, and since when the oldest is; null if there is none. */
  async figures(): Promise<{ readonly count: number; readonly oldestMs: number | null }> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ count: number; oldestMs: number | null }>(
        `SELECT count(*) AS count, min(created_ms) AS "oldestMs" FROM recoveries
         WHERE due_ms IS NOT NULL AND state = 'sending'`,
      ),
    );
    return rows[0] ?? { count: 0, oldestMs: null };
  }

  /** One at a time per user and mint: the next amount is known only when the recovery before it has ended. */
  async claimDue(claim: Claim): Promise<Recovery[]> {
    const first = { sql: NONE_BEFORE_IT, values: [] };
    return this.connections.statement((client) => claimInTurn(client, RECOVERIES, claim, first));
  }

  async postpone(recoveryId: string, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE recoveries SET due_ms = $2, lease_until_ms = 0
         WHERE recovery_id = $1 AND due_ms IS NOT NULL`,
        [recoveryId, dueMs],
      ),
    );
  }

  /** Applies a fact to a recovery, with its effects if the fact is new. */
  async advance(change: {
    readonly recoveryId: string;
    readonly fact: RecoveryFact;
    readonly nowMs: number;
    readonly effects?: StepEffects;
  }): Promise<StepResult<Recovery>> {
    const { recoveryId, fact, nowMs, effects = {} } = change;
    return fundingStep(this.connections, { inbox: effects.inbox, nowMs }, async (client) => {
      const before = await RECOVERIES.lock(client, recoveryId);
      if (before === null) return { kind: 'missing' };
      const after = afterFact(before, fact);
      if (after === null) return { kind: 'unchanged', record: before };
      const record = { ...after, updatedMs: nowMs };
      const dueMs = record.state === 'sending' ? nowMs : null;
      await RECOVERIES.update(client, record, { dueMs, leaseUntilMs: 0 });
      await writeEffects(client, APP, effects, nowMs);
      return { kind: 'done', record };
    });
  }
}

/** Returns `null` if the fact is not new. Only the transaction under way decides the recovery's result. */
function afterFact(before: Recovery, fact: RecoveryFact): Recovery | null {
  if (before.state !== 'sending') return null;
  const { txSignature: underWay } = before;
  switch (fact.kind) {
    case 'signed':
      if (underWay !== null) return null;
      return {
        ...before,
        amount: fact.amount,
        txSignature: fact.txSignature,
        attempt: before.attempt + 1,
      };
    case 'found': {
      if (underWay !== null) return null;
      const { amount, txSignature } = fact;
      return { ...before, amount, txSignature, state: 'completed' };
    }
    case 'expired':
      if (underWay === null || toHex(underWay) !== toHex(fact.txSignature)) return null;
      return { ...before, txSignature: null, amount: 0n };
    case 'completed':
      if (underWay === null || toHex(underWay) !== toHex(fact.txSignature)) return null;
      return { ...before, state: 'completed' };
    case 'failed':
      return underWay === null ? { ...before, state: 'failed' } : null;
  }
}
