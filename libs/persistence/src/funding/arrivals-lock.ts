import type { Client } from './table';

/** Users share these locks: one block may pay more users than a server has locks. */
const LOCKS = 256;
const NAME = 'deposit-listener/arrivals';

/**
 * Until the transaction ends, no other transaction can insert or link these users' arrivals and credits, or the numbers
 * of their transfers. A second transaction waits and sees what the first wrote. Take this lock before any row lock on
 * these users' rows.
 */
export async function lockArrivals(client: Client, users: readonly Uint8Array[]): Promise<void> {
  const locks = new Set(users.map(([first = 0]) => first % LOCKS));
  if (locks.size === 0) return;
  // Locking in one order prevents deadlocks.
  const inOrder = [...locks].sort((one, other) => one - other);
  await client.query(
    'SELECT pg_advisory_xact_lock(hashtextextended($1::text || lock, 0)) FROM unnest($2::int[]) AS lock',
    [`${NAME}/`, inOrder],
  );
}
