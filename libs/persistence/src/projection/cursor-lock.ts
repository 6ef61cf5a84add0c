import { assert } from '@bellwether/errors';
import type { PoolClient } from 'pg';
import type { ProjectionCursor } from './fresh-events';

/** How far `positions` is: an event, and the last trade up to it. */
export interface PositionMark {
  readonly seq: number;
  readonly index: number;
  readonly tradeId: number;
  /** Markets made up to this seq are left out. */
  readonly fromSeq: number;
}

/** How far history is, and how far `positions` is. */
export interface LockedCursor extends ProjectionCursor {
  readonly positions: PositionMark;
}

/**
 * Locks the cursor's row. Every writer of history holds it, so writers run one at a time and each sees the last one's
 * result.
 */
export async function lockCursor(client: PoolClient, shard: number): Promise<LockedCursor> {
  const read = () => client.query<CursorRow>({ ...LOCK_CURSOR, values: [shard] });
  let { rows } = await read();
  if (rows.length === 0) {
    await client.query(MAKE_CURSOR, [shard]);
    ({ rows } = await read());
  }
  const [row] = rows;
  assert(row !== undefined, 'the cursor has a row');
  return {
    streamSequence: Number(row.stream_sequence),
    seq: Number(row.seq),
    index: row.event_index,
    positions: {
      seq: Number(row.position_seq),
      index: row.position_event_index,
      tradeId: Number(row.position_trade_id),
      fromSeq: Number(row.position_from_seq),
    },
  };
}

/** The columns by name: a statement that is prepared fails for good once a migration adds one to its `*`. */
const LOCK_CURSOR = {
  name: 'lock_cursor',
  text: `
  SELECT stream_sequence, seq, event_index, position_seq, position_event_index, position_trade_id,
    position_from_seq FROM projection_cursor WHERE shard = $1 FOR UPDATE`,
};
const MAKE_CURSOR = `
  INSERT INTO projection_cursor (shard, stream_sequence, seq, event_index, timestamp_ms)
  VALUES ($1, 0, 0, 0, 0) ON CONFLICT DO NOTHING`;

/** As `pg` returns it: BIGINT as text. */
interface CursorRow {
  readonly stream_sequence: string;
  readonly seq: string;
  readonly event_index: number;
  readonly position_seq: string;
  readonly position_event_index: number;
  readonly position_trade_id: string;
  readonly position_from_seq: string;
}
