/**
 * How far a funding app has read the engine's events. The cursor moves in the transaction that writes their results.
 */
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import type { Client } from './table';

const PLACE = ['seq', 'index'] as const;
export type EventCursor = Pick<Records['FundingEventCursor'], (typeof PLACE)[number]>;

export async function readEventCursor(
  client: Client,
  consumer: string,
): Promise<EventCursor | null> {
  const { rows } = await client.query<EventCursor>(
    `SELECT ${fieldsOf('FundingEventCursor', '', PLACE)} FROM funding_event_cursors
     WHERE consumer = $1`,
    [consumer],
  );
  return rows[0] ?? null;
}

/** Returns false if the cursor is not at `after`: another process has moved it. */
export async function moveEventCursor(
  client: Client,
  consumer: string,
  after: EventCursor | null,
  to: EventCursor,
): Promise<boolean> {
  const { rowCount } =
    after === null
      ? await client.query(
          `INSERT INTO funding_event_cursors (consumer, seq, event_index) VALUES ($1, $2, $3)
           ON CONFLICT DO NOTHING`,
          [consumer, to.seq, to.index],
        )
      : await client.query(
          `UPDATE funding_event_cursors SET seq = $2, event_index = $3
           WHERE consumer = $1 AND seq = $4 AND event_index = $5`,
          [consumer, to.seq, to.index, after.seq, after.index],
        );
  return rowCount === 1;
}
