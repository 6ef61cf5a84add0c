/** Signs that PostgreSQL was put back to an older copy while the engine's books went on. */
import type { Client } from './table';
import { wakeQueued } from './wake-queued';

/**
 * The engine's events show what no row knew. Queued deposits are looked at again: an operator may have released one, and
 * that is forgotten.
 */
export async function noteBehind(client: Client, nowMs: number): Promise<void> {
  await client.query('UPDATE funding_settings SET rows_behind_ms = $1', [nowMs]);
  for (const reason of ['bridge_off', 'operator_review'] as const) {
    await wakeQueued(client, reason, nowMs);
  }
}
