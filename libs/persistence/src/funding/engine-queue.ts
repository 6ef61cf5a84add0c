/** Rows that the engine must receive in order of a per-user number. The next of each user is leased to one worker. */
import type { Claim } from './due-rows';
import { prepared } from './prepared';
import type { Client, Table } from './table';

/**
 * Claims, for each user, the lowest number that the engine has not accepted, if it is unclaimed. While one is claimed,
 * the user's next row waits.
 */
export async function claimNextOfUsers<R extends object>(
  client: Client,
  table: Table<R>,
  numberColumn: 'credit_seq' | 'charge_seq',
  { limit, nowMs, leaseMs }: Claim,
): Promise<R[]> {
  const { rows } = await client.query<R>(
    prepared(
      `UPDATE ${table.name} AS mine SET lease_until_ms = $1
     WHERE (user_key, ${numberColumn}) IN (
       SELECT next.user_key, next.${numberColumn} FROM ${table.name} AS next
       WHERE next.engine_ms IS NULL AND next.lease_until_ms <= $2 AND NOT EXISTS (
         SELECT 1 FROM ${table.name} AS earlier
         WHERE earlier.user_key = next.user_key AND earlier.engine_ms IS NULL
           AND earlier.${numberColumn} < next.${numberColumn})
       LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${table.names}`,
      [nowMs + leaseMs, nowMs, limit],
    ),
  );
  return table.checked(rows);
}
