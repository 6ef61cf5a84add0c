import { assert } from '@bellwether/errors';
import type { PoolClient } from 'pg';
import type { ProjectionCursor } from './fresh-events';

/** Whoever writes history holds the cursor's row meanwhile: one at a time, and each meets what the one before left. */
export async function lockCursor(client: PoolClient, shard: number): Promise<ProjectionCursor> {
  await client.query(
    `INSERT INTO projection_cursor (shard, stream_sequence, seq, event_index, timestamp_ms)
     VALUES ($1, 0, 0, 0, 0) ON CONFLICT DO NOTHING`,
    [shard],
  );
  const { rows } = await client.query<CursorRow>(
    'SELECT stream_sequence, seq, event_index FROM projection_cursor WHERE shard = $1 FOR UPDATE',
    [shard],
  );
  const [row] = rows;
  assert(row !== undefined, 'the cursor has a row');
  return {
    streamSequence: Number(row.stream_sequence),
    seq: Number(row.seq),
    index: row.event_index,
  };
}

/** As `pg` answers: BIGINT as text. */
interface CursorRow {
  readonly stream_sequence: string;
  readonly seq: string;
  readonly event_index: number;
}
