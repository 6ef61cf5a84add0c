import type { PoolClient } from 'pg';
import { toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { addTradesOfLinkedUsers, takeInLinks } from './builder-rows';
import { lockCursor } from './cursor-lock';
import { BEFORE_ALL, freshEvents } from './fresh-events';
import type { ProjectionCursor, StreamedBatch } from './fresh-events';
import { historyRowsOf } from './history-rows';
import type { HistoryRows } from './history-rows';
import { writePostings } from './write-postings';
import { writeRows } from './write-rows';

export interface Applied {
  readonly cursor: ProjectionCursor;
  /** Events written, and events that history had already. */
  readonly applied: number;
  readonly skipped: number;
}

/**
 * Writes history from the events of one shard: every event once, in order, none left out, however often the process
 * or PostgreSQL dies in between. The cursor's row says how far history has come, is written in the same transaction
 * as what it says, and its lock makes a second projector wait and then find its events already there.
 */
export class Projection {
  private readonly connections: Connections;

  constructor(
    database: Database,
    private readonly shard: number,
  ) {
    this.connections = connectionsOf(database);
  }

  /** Zeros before the first event. CodedError HISTORY_UNAVAILABLE where PostgreSQL does not answer. */
  async cursor(): Promise<ProjectionCursor> {
    const row = await this.connections.query((prisma) =>
      prisma.projectionCursor.findUnique({ where: { shard: this.shard } }),
    );
    if (row === null) return BEFORE_ALL;
    return {
      streamSequence: toNumber(row.streamSequence),
      seq: toNumber(row.seq),
      index: row.eventIndex,
    };
  }

  /**
   * All or nothing: rows and cursor are one transaction. After an error it may or may not have been carried out (the
   * connection can break at the commit); calling again with the same batches is right in both cases.
   *
   * @throws Fault (poison) at a gap before a batch; CodedError HISTORY_UNAVAILABLE; InvariantViolation where the tables are
   *   not what the events before these made
   */
  async apply(batches: readonly StreamedBatch[]): Promise<Applied> {
    return this.connections.transaction(async (client) => {
      const { events, skipped, cursor } = freshEvents(
        await lockCursor(client, this.shard),
        batches,
      );
      await takeInLinks(client);
      await writeHistory(client, historyRowsOf(events));
      await this.moveCursor(client, cursor, events.at(-1)?.timestampMs);
      return { cursor, applied: events.length, skipped };
    });
  }

  /**
   * Gives API keys the earlier trades of users linked since the last call. `apply` does the same on its way; this is
   * for times without events.
   *
   * @returns how many links were taken in; call again until it is 0
   */
  async takeInLinks(): Promise<number> {
    const waiting = await this.connections.query((prisma) =>
      prisma.userLink.findFirst({ where: { projected: false }, select: { user: true } }),
    );
    if (waiting === null) return 0;
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
    await client.query(
      `UPDATE projection_cursor SET stream_sequence = $2, seq = $3, event_index = $4,
         timestamp_ms = COALESCE($5, timestamp_ms) WHERE shard = $1`,
      [this.shard, streamSequence, seq, index, timestampMs ?? null],
    );
  }
}

async function writeHistory(client: PoolClient, rows: HistoryRows): Promise<void> {
  await writeRows(client, rows);
  await writePostings(client, rows.postings);
  const [first, last] = [rows.trades.at(0), rows.trades.at(-1)];
  if (first === undefined || last === undefined) return;
  await addTradesOfLinkedUsers(client, { first: first.tradeId, last: last.tradeId });
}
