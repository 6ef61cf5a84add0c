import { assert } from '@bellwether/errors';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { claimDue } from './due-rows';
import type { Claim } from './due-rows';
import { prepared } from './prepared';
import { recordTable } from './table';
import type { Client, RecordIn } from './table';

export const BACKING_STATES = ['pending', 'backed'] as const;

const BACKINGS = recordTable('Backing', { state: BACKING_STATES });

/** A test credit of the engine. The listener pays the same amount of USDC into the vault. */
export type Backing = RecordIn<typeof BACKINGS>;

/** One transfer that backs many test credits. */
export interface BackingPayment {
  /** Identifies the payment: the lowest seq of its credits. */
  readonly seq: number;
  readonly amountMicroUsdc: bigint;
}

/** Limits of one payment. A single credit above the limit is paid for by itself. */
export interface PaymentLimits {
  readonly credits: number;
  readonly amountMicroUsdc: number;
}

export type NewBacking = Pick<Backing, 'reference' | 'user' | 'amountMicroUsdc' | 'seq'>;

/** New rows are due at once; existing rows stay unchanged. */
export async function insertBackings(
  client: Client,
  credited: readonly NewBacking[],
  nowMs: number,
): Promise<void> {
  const begun = { paymentSeq: null, state: 'pending', txSignature: null } as const;
  const times = { createdMs: nowMs, updatedMs: nowMs };
  const backings = credited.map((one) => ({ ...one, ...begun, ...times }));
  await BACKINGS.insertAll(client, backings, { dueMs: nowMs });
}

/**
 * A credit that already has its own transaction stays a payment by itself. Such rows come from a release without
 * payments, through its backup or written during the migration. The purpose is the listener's (`backingPurpose`).
 */
async function keepBegun(client: Client): Promise<void> {
  await client.query(
    `UPDATE backings SET payment_seq = seq
     WHERE payment_seq IS NULL AND state = 'pending' AND EXISTS (
       SELECT FROM chain_transactions WHERE purpose = 'backing:' || seq || ':1')`,
  );
}

/** Test credits and their backing, one row per reference. Test network only. */
export class BackingStore {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /**
   * Puts credits that are in no payment into one payment, in order of the credits. A credit never leaves its payment.
   * @returns the number of credits added
   */
  async gather({ credits, amountMicroUsdc }: PaymentLimits): Promise<number> {
    if (!(await this.hasOpen())) return 0;
    return this.connections.transaction(async (client) => {
      await keepBegun(client);
      const { rowCount } = await client.query(
        `WITH open AS (
           SELECT reference, seq, amount_micro_usdc FROM backings
           WHERE payment_seq IS NULL AND state = 'pending'
           ORDER BY seq LIMIT $1 FOR UPDATE SKIP LOCKED),
         summed AS (
           SELECT reference, min(seq) OVER () AS first_seq,
             sum(amount_micro_usdc) OVER (ORDER BY seq) AS total FROM open)
         UPDATE backings SET payment_seq = first_seq,
           due_ms = CASE WHEN seq = first_seq THEN due_ms END
         FROM summed WHERE backings.reference = summed.reference
           AND (seq = first_seq OR total <= $2)`,
        [credits, amountMicroUsdc],
      );
      return rowCount ?? 0;
    });
  }

  /** The row of the payment's first credit is due, and is claimed for the whole payment. */
  async claimDue(claim: Claim): Promise<BackingPayment[]> {
    const isFirst = { sql: 'AND payment_seq = seq', values: [], order: 'seq' };
    const claimed = await this.connections.statement((client) =>
      claimDue(client, BACKINGS, claim, isFirst),
    );
    if (claimed.length === 0) return [];
    // A credit never leaves its payment, and none joins one: the sums need not be of the claim's moment.
    const { rows } = await this.connections.statement((client) =>
      client.query<{ seq: number; total: bigint }>(
        `SELECT payment_seq AS seq, sum(amount_micro_usdc) AS total FROM backings
         WHERE payment_seq = ANY($1) GROUP BY payment_seq`,
        [claimed.map(({ seq }) => seq)],
      ),
    );
    const totals = new Map(rows.map(({ seq, total }) => [seq, total]));
    return claimed.map(({ seq }) => {
      const amountMicroUsdc = totals.get(seq);
      assert(amountMicroUsdc !== undefined, () => `payment ${seq} has credits`);
      return { seq, amountMicroUsdc };
    });
  }

  /** Whether credits are in no payment. */
  private async hasOpen(): Promise<boolean> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query(
        prepared(
          `SELECT 1 FROM backings WHERE payment_seq IS NULL AND state = 'pending' LIMIT 1`,
          [],
        ),
      ),
    );
    return rowCount === 1;
  }

  async postpone(paymentSeq: number, dueMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE backings SET due_ms = $2, lease_until_ms = 0
         WHERE payment_seq = $1 AND due_ms IS NOT NULL`,
        [paymentSeq, dueMs],
      ),
    );
  }

  /** Records that the payment is final. False if it already was. */
  async backed(
    paymentSeq: number,
    { txSignature, nowMs }: { readonly txSignature: Uint8Array; readonly nowMs: number },
  ): Promise<boolean> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query(
        `UPDATE backings SET state = 'backed', tx_signature = $2, updated_ms = $3,
           due_ms = NULL, lease_until_ms = 0
         WHERE payment_seq = $1 AND state = 'pending'`,
        [paymentSeq, txSignature, nowMs],
      ),
    );
    return rowCount !== null && rowCount > 0;
  }

  /** Credits not yet backed, for the solvency sum. */
  async pending(): Promise<Backing[]> {
    return this.connections.statement((client) =>
      BACKINGS.select(client, "WHERE state = 'pending'"),
    );
  }

  /**
   * Credits not yet backed, and those backed since `sinceMs`: for a solvency sum whose slot and seq are apart in time.
   */
  async pendingSince(sinceMs: number): Promise<Backing[]> {
    return this.connections.statement((client) =>
      BACKINGS.select(client, "WHERE state = 'pending' OR updated_ms >= $1", [sinceMs]),
    );
  }

  /** The sum of all test credits up to the engine's `seq`. */
  async totalMicroUsdc(seq: number): Promise<number> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{ total: number }>(
        'SELECT coalesce(sum(amount_micro_usdc), 0)::bigint AS total FROM backings WHERE seq <= $1',
        [seq],
      ),
    );
    return rows[0]?.total ?? 0;
  }
}
