/** How far history was dropped. */
import type { Client } from '../transaction';

/** The end of the last month that was dropped, or is being dropped, Unix seconds; 0 if none. */
export async function droppedUntilSeconds(client: Client): Promise<number> {
  const { rows } = await client.query<{ end: number | null }>(
    'SELECT max(end_ms) AS "end" FROM dropped_months',
  );
  return Math.floor((rows[0]?.end ?? 0) / 1_000);
}
