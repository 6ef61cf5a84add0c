import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Claim } from './due-rows';
import type { FundingApp } from './step-effects';

/** A message as it goes out: subject, id for the reader's inbox, bytes. */
export interface OutboxMessage {
  readonly outboxId: number;
  readonly messageId: string;
  readonly subject: string;
  readonly payload: Uint8Array;
}

/** Which old rows to delete, and how many at a time. */
export interface Purge {
  readonly beforeMs: number;
  readonly limit: number;
}

/**
 * Messages written by an app's steps and published after them: at least once, and through the reader's inbox exactly
 * once.
 */
export class Outbox {
  private readonly connections: Connections;

  constructor(
    database: Database,
    private readonly app: FundingApp,
  ) {
    this.connections = connectionsOf(database);
  }

  /** Claims the oldest messages that no process is publishing. */
  async claim({ limit, nowMs, leaseMs }: Claim): Promise<OutboxMessage[]> {
    const { rows } = await this.connections.statement((client) =>
      client.query<{
        outbox_id: string;
        message_id: string;
        subject: string;
        payload: Uint8Array;
      }>(
        `UPDATE outbox SET lease_until_ms = $1
         WHERE outbox_id IN (
           SELECT outbox_id FROM outbox
           WHERE app = $2 AND published_ms IS NULL AND lease_until_ms <= $3
           ORDER BY outbox_id LIMIT $4 FOR UPDATE SKIP LOCKED)
         RETURNING outbox_id, message_id, subject, payload`,
        [nowMs + leaseMs, this.app, nowMs, limit],
      ),
    );
    return rows
      .map((row) => ({
        outboxId: toNumber(BigInt(row.outbox_id)),
        messageId: row.message_id,
        subject: row.subject,
        payload: new Uint8Array(row.payload),
      }))
      .toSorted((one, other) => one.outboxId - other.outboxId);
  }

  /** Marks messages as published. */
  async published(outboxIds: readonly number[], nowMs: number): Promise<void> {
    await this.connections.statement((client) =>
      client.query(
        `UPDATE outbox SET published_ms = $2, lease_until_ms = 0
         WHERE outbox_id = ANY($1::bigint[]) AND published_ms IS NULL`,
        [outboxIds, nowMs],
      ),
    );
  }

  /** Returns messages that could not be published, for the next attempt. */
  async unpublished(outboxIds: readonly number[]): Promise<void> {
    await this.connections.statement((client) =>
      client.query('UPDATE outbox SET lease_until_ms = 0 WHERE outbox_id = ANY($1::bigint[])', [
        outboxIds,
      ]),
    );
  }

  /** Deletes the oldest messages published before `beforeMs`, at most `limit`. @returns the number deleted */
  async purge({ beforeMs, limit }: Purge): Promise<number> {
    const { rowCount } = await this.connections.statement((client) =>
      client.query(
        `DELETE FROM outbox WHERE outbox_id IN (
           SELECT outbox_id FROM outbox WHERE app = $1 AND published_ms < $2
           ORDER BY published_ms LIMIT $3)`,
        [this.app, beforeMs, limit],
      ),
    );
    return rowCount ?? 0;
  }
}
