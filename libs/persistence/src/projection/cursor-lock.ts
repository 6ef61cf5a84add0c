import { assert } from '@bellwether/errors';
import type { PoolClient } from 'pg';
import type { ProjectionCursor } from './fresh-events';

/** Locks the cursor's row. Every writer of history holds it, so each runs alone and sees the last one's result. */
export async function lockCursor(client: PoolClient, shard: number): Promise<ProjectionCursor> {
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
  };
}

/** The columns by name: a statement that is prepared fails for good once a migration adds one to its `*`. */
const LOCK_CURSOR = {
  name: 'lock_cursor',
  text: `
  SELECT stream_sequence, seq, event_index FROM projection_cursor WHERE shard = $1 FOR UPDATE`,
};
const MAKE_CURSOR = `
  INSERT INTO projection_cursor (shard, stream_sequence, seq, event_index, timestamp_ms)
  VALUES ($1, 0, 0, 0, 0) ON CONFLICT DO NOTHING`;

/** As `pg` returns it: BIGINT as text. */
interface CursorRow {
  readonly stream_sequence: string;
  readonly seq: string;
  readonly event_index: number;
}
