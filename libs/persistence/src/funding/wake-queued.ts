import type { QueueReason } from '@bellwether/funding';
import type { Client } from './table';

/** Makes deposits queued for that reason due. @returns the number of deposits */
export async function wakeQueued(
  client: Client,
  reason: QueueReason,
  nowMs: number,
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE deposits SET due_ms = $2
     WHERE phase = 'queued' AND step = 'waiting' AND reason = $1`,
    [reason, nowMs],
  );
  return rowCount ?? 0;
}
