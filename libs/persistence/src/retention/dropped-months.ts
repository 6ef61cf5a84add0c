/** How far history was dropped. */
import type { Client } from '../transaction';

/** The end of the last month that was dropped, or is being dropped, Unix seconds; 0 if none. */
export async function droppedUntilSeconds(client: Client): Promise<number> {
  const { rows } = await client.query<{ end_ms: string | null }>(
    'SELECT max(end_ms) AS end_ms FROM dropped_months',
  );
  return Math.floor(Number(rows[0]?.end_ms ?? 0) / 1_000);
}
