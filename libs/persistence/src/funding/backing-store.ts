import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { bytea, integer, nullable, oneOf, text } from './columns';
import { claimDue } from './due-rows';
import type { Claim } from './due-rows';
import { writeEffects } from './step-effects';
import type { StepEffects } from './step-effects';
import { Table } from './table';
import type { Client } from './table';

const APP = 'deposit-listener';

export const BACKING_STATES = ['pending', 'backed'] as const;

/** A test credit of the engine, for which USDC is paid into the vault. */
export interface Backing {
  readonly reference: string;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  /** The engine's seq of the credit. */
  readonly seq: number;
  readonly state: (typeof BACKING_STATES)[number];
  readonly txSignature: Uint8Array | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type NewBacking = Pick<Backing, 'reference' | 'user' | 'amountMicroUsdc' | 'seq'>;

const BACKINGS = new Table<Backing>(
  'backings',
  {
    reference: text('reference'),
    user: bytea('user_key'),
    amountMicroUsdc: integer('amount_micro_usdc'),
    seq: integer('seq'),
    state: oneOf('state', BACKING_STATES),
    txSignature: nullable(bytea('tx_signature')),
    createdMs: integer('created_ms'),
    updatedMs: integer('updated_ms'),
  },
  ['reference'],
);

/** In hand at once; one that has a row keeps it. */
export async function insertBacking(
  client: Client,
  credited: NewBacking,
  nowMs: number,
): Promise<void> {
  const begun = { state: 'pending', txSignature: null } as const;
  const backing = { ...credited, ...begun, createdMs: nowMs, updatedMs: nowMs };
  if (!(await BACKINGS.insert(client, backing))) return;
  await BACKINGS.update(client, backing, { due_ms: nowMs });
}

/** Test credits and their backing, once a reference. Test network only. */
export class BackingStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async claimDue(claim: Claim): Promise<Backing[]> {
    return this.connections.transaction((client) => claimDue(client, BACKINGS, claim));
  }

  async postpone(reference: string, dueMs: number): Promise<void> {
    await this.connections.transaction((client) =>
      client.query(
        `UPDATE backings SET due_ms = $2, lease_until_ms = 0
         WHERE reference = $1 AND due_ms IS NOT NULL`,
        [reference, dueMs],
      ),
    );
  }

  /** The payment is final. False where it was already. */
  async backed(
    reference: string,
    payment: { readonly txSignature: Uint8Array; readonly nowMs: number },
    effects: StepEffects = {},
  ): Promise<boolean> {
    const { txSignature, nowMs } = payment;
    return this.connections.transaction(async (client) => {
      const before = await BACKINGS.lock(client, reference);
      if (before === null || before.state === 'backed') return false;
      const after = { ...before, state: 'backed', txSignature, updatedMs: nowMs } as const;
      await BACKINGS.update(client, after, { due_ms: null, lease_until_ms: 0 });
      await writeEffects(client, APP, effects, nowMs);
      return true;
    });
  }

  /** For the solvency sum. */
  async pending(): Promise<Backing[]> {
    return this.connections.transaction((client) =>
      BACKINGS.select(client, "WHERE state = 'pending'"),
    );
  }

  /** Those, and what was backed since then: for a solvency sum as of a slot and a seq that lie apart. */
  async pendingSince(sinceMs: number): Promise<Backing[]> {
    return this.connections.transaction((client) =>
      BACKINGS.select(client, "WHERE state = 'pending' OR updated_ms >= $1", [sinceMs]),
    );
  }

  /** All test credits that were taken in, up to the engine's `seq`. */
  async totalMicroUsdc(seq: number): Promise<number> {
    const { rows } = await this.connections.transaction((client) =>
      client.query<{ total: string }>(
        'SELECT coalesce(sum(amount_micro_usdc), 0) AS total FROM backings WHERE seq <= $1',
        [seq],
      ),
    );
    return toNumber(BigInt(rows[0]?.total ?? 0));
  }
}
