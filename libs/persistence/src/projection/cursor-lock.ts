import { assert } from '@bellwether/errors';
import type { PoolClient } from 'pg';
import { fieldsOf } from '../columns';
import { CURSOR_FIELDS } from './fresh-events';
import type { ProjectionCursor } from './fresh-events';

/** Locks the cursor's row. Every writer of history holds it, so each runs alone and sees the last one's result. */
export async function lockCursor(client: PoolClient, shard: number): Promise<ProjectionCursor> {
  const read = () => client.query<ProjectionCursor>({ ...LOCK_CURSOR, values: [shard] });
  let { rows } = await read();
  if (rows.length === 0) {
    await client.query(MAKE_CURSOR, [shard]);
    ({ rows } = await read());
  }
  const [row] = rows;
  assert(row !== undefined, 'the cursor has a row');
  return row;
}

/** The columns by name: a statement that is prepared fails for good once a migration adds one to its `*`. */
const LOCK_CURSOR = {
  name: 'lock_cursor',
  text: `
  SELECT ${fieldsOf('ProjectionCursor', '', CURSOR_FIELDS)} FROM projection_cursor WHERE shard = $1 FOR UPDATE`,
};
const MAKE_CURSOR = `
  INSERT INTO projection_cursor (shard, stream_sequence, seq, event_index, timestamp_ms)
  VALUES ($1, 0, 0, 0, 0) ON CONFLICT DO NOTHING`;
