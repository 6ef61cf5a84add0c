import { assert } from '@bellwether/errors';
import { toHex } from '@bellwether/codec';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { bytea, flag, integer, nullable, oneOf, text, u64 } from './columns';
import { claimInTurn } from './due-rows';
import type { Claim } from './due-rows';
import { fundingStep } from './funding-step';
import { writeEffects } from './step-effects';
import type { StepEffects, StepResult } from './step-effects';
import { Table } from './table';
import type { Client } from './table';

const APP = 'deposit-listener';

/** `sending`: a transaction is to be made or is under way. `failed`: it is proven that nothing can be sent. */
export const RECOVERY_STATES = ['sending', 'completed', 'failed'] as const;
export type RecoveryState = (typeof RECOVERY_STATES)[number];

export interface Recovery {
  /** `user:<key>:<nonce>` or `operator:<reference>`: one recovery per id. */
  readonly recoveryId: string;
  readonly user: Uint8Array;
  readonly mint: Uint8Array;
  /** As the user signed it, in micro-USDC; 0: any fee. */
  readonly maxGasFee: number;
  readonly recipient: Uint8Array;
  readonly allowProgramAddress: boolean;
  readonly nonce: number | null;
  /** Base units of the mint; 0 before the transaction is made. */
  readonly amount: bigint;
  readonly state: RecoveryState;
  readonly attempt: number;
  readonly txSignature: Uint8Array | null;
  /** When the engine authorized it, if that was long before this row; 0: it is not known when. */
  readonly authorizedMs: number | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export const userRecoveryId = (user: Uint8Array, nonce: number): string =>
  `user:${toHex(user)}:${nonce}`;

const RECOVERIES = new Table<Recovery>(
  'recoveries',
  {
    recoveryId: text('recovery_id'),
    user: bytea('user_key'),
    mint: bytea('mint'),
    maxGasFee: integer('max_gas_fee'),
    recipient: bytea('recipient'),
    allowProgramAddress: flag('allow_program_address'),
    nonce: nullable(integer('nonce')),
    amount: u64('amount'),
    state: oneOf('state', RECOVERY_STATES),
    attempt: integer('attempt'),
    txSignature: nullable(bytea('tx_signature')),
    authorizedMs: nullable(integer('authorized_ms')),
    createdMs: integer('created_ms'),
    updatedMs: integer('updated_ms'),
  },
  ['recoveryId'],
);

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
  await RECOVERIES.insert(client, row, { due_ms: nowMs });
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
      client.query<{ count: string; oldest_ms: string | null }>(
        `SELECT count(*) AS count, min(created_ms) AS oldest_ms FROM recoveries
         WHERE due_ms IS NOT NULL AND state = 'sending'`,
      ),
    );
    const { count = '0', oldest_ms: oldest = null } = rows[0] ?? {};
    return { count: Number(count), oldestMs: oldest === null ? null : Number(oldest) };
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
      await RECOVERIES.update(client, record, { due_ms: dueMs, lease_until_ms: 0 });
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
