import type { PoolClient } from 'pg';
import { recordOf } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { addTradesOfLinkedUsers } from './builder-rows';
import { lockCursor } from './cursor-lock';
import { BEFORE_ALL, freshEvents } from './fresh-events';
import type { ProjectionCursor, StreamedBatch } from './fresh-events';
import { historyRowsOf } from './history-rows';
import { takeInLinks } from './late-links';
import { RememberedAccounts } from './remembered-accounts';
import { addRevenue } from './revenue-rows';
import { RememberedPositions, writePositions } from './write-positions';
import { writePostings } from './write-postings';
import { writeRows } from './write-rows';

export interface Applied {
  readonly cursor: ProjectionCursor;
  /** Numbers of events written, and of events that history already had. */
  readonly applied: number;
  readonly skipped: number;
}

/**
 * Writes history from one shard's events: every event exactly once and in order, across crashes of the process or
 * PostgreSQL. The cursor's row holds the position and is written in the same transaction as the rows. Its lock makes a
 * second projector wait and then find its events already applied.
 */
export class Projection {
  private readonly connections: Connections;
  private readonly accounts = new RememberedAccounts();
  private readonly positions = new RememberedPositions();

  constructor(
    database: Database,
    private readonly shard: number,
  ) {
    this.connections = connectionsOf(database);
  }

  /** Zeros before the first event. @throws CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer */
  async cursor(): Promise<ProjectionCursor> {
    const select = { streamSequence: true, seq: true, index: true };
    const row = await this.connections.query((prisma) =>
      prisma.projectionCursor.findUnique({ where: { shard: this.shard }, select }),
    );
    return row === null ? BEFORE_ALL : recordOf(row);
  }

  /** When the last event that history has was made, in Unix ms; 0: it has none. @throws CodedError HISTORY_UNAVAILABLE */
  async timestampMs(): Promise<number> {
    const select = { timestampMs: true };
    const row = await this.connections.query((prisma) =>
      prisma.projectionCursor.findUnique({ where: { shard: this.shard }, select }),
    );
    return Number(row?.timestampMs ?? 0);
  }

  /**
   * Writes rows and cursor in one transaction. After an error the transaction may or may not have committed, as the
   * connection can break at the commit; calling again with the same batches is correct in both cases.
   *
   * @throws Fault (poison) at a gap before a batch; CodedError HISTORY_UNAVAILABLE; InvariantViolation if the tables
   * are not what the earlier events made
   */
  async apply(batches: readonly StreamedBatch[]): Promise<Applied> {
    const { cursor, changed, moved, applied, skipped } = await this.applyOnce(batches);
    this.accounts.keep(cursor, changed);
    this.positions.keep(cursor, moved);
    return { cursor, applied, skipped };
  }

  private async applyOnce(batches: readonly StreamedBatch[]) {
    return this.connections.transaction(async (client) => {
      const from = await lockCursor(client, this.shard);
      const { events, skipped, cursor } = freshEvents(from, batches);
      await takeInLinks(client);
      const rows = historyRowsOf(events);
      await writeRows(client, rows);
      const changed = await writePostings(client, rows.postings, this.accounts.at(from));
      await addTradesOfLinkedUsers(client, rows.trades);
      await addRevenue(client, rows.trades);
      const moved = await writePositions(client, rows.positionChanges, this.positions.at(from));
      await this.moveCursor(client, cursor, events.at(-1)?.timestampMs);
      return { cursor, changed, moved, applied: events.length, skipped };
    });
  }

  /**
   * Takes in new links of users with API keys and the next earlier trades of these users, as `apply` does too. For
   * times without events, and for users with many trades.
   *
   * @returns the number of links worked on; call again until it is 0
   */
  async takeInLinks(): Promise<number> {
    const isWaiting = await this.connections.query(async (prisma) => {
      const link = await prisma.userLink.findFirst({
        where: { projected: false },
        select: { user: true },
      });
      return link ?? prisma.lateLink.findFirst({ select: { user: true } });
    });
    if (isWaiting === null) return 0;
    return this.connections.transaction(async (client) => {
      await lockCursor(client, this.shard);
      return takeInLinks(client);
    });
  }

  private async moveCursor(
    client: PoolClient,
    { streamSequence, seq, index }: ProjectionCursor,
    timestampMs: number | undefined,
  ): Promise<void> {
    const values = [this.shard, streamSequence, seq, index, timestampMs ?? null];
    await client.query({ ...MOVE_CURSOR, values });
  }
}

const MOVE_CURSOR = {
  name: 'move_cursor',
  text: `
  UPDATE projection_cursor SET stream_sequence = $2, seq = $3, event_index = $4,
    timestamp_ms = COALESCE($5, timestamp_ms) WHERE shard = $1`,
};
