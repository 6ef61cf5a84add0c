import type { Client } from './table';

/** Users share these: a block may pay more users than a server has locks. */
const LOCKS = 256;
const NAME = 'deposit-listener/arrivals';

/**
 * Until the transaction ends, nobody else writes down or links arrivals and credits of these users, or the numbers of their
 * transfers: whoever comes second sees what the first has written. To be taken before any row of theirs is locked.
 */
export async function lockArrivals(client: Client, users: readonly Uint8Array[]): Promise<void> {
  const locks = new Set(users.map(([first = 0]) => first % LOCKS));
  if (locks.size === 0) return;
  // In one order, so that no two wait for each other.
  const inOrder = [...locks].sort((one, other) => one - other);
  await client.query(
    'SELECT pg_advisory_xact_lock(hashtextextended($1::text || lock, 0)) FROM unnest($2::int[]) AS lock',
    [`${NAME}/`, inOrder],
  );
}
