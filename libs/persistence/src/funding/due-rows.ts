/** Claims of work: rows that are due and unclaimed, each leased to one worker. */
import { prepared } from './prepared';
import type { Client, Table } from './table';

export interface Claim {
  readonly limit: number;
  readonly nowMs: number;
  /** Long enough for a step with its network calls. A worker that takes longer may find the row changed by another. */
  readonly leaseMs: number;
}

export interface Narrowing {
  /** `AND …`, with values from `$4` on. */
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Columns that order rows due at the same time. */
  readonly order?: string;
}

/** Claims the rows due longest, in that order. */
export async function claimDue<R extends object>(
  client: Client,
  table: Table<R>,
  { limit, nowMs, leaseMs }: Claim,
  narrowed: Narrowing = { sql: '', values: [] },
): Promise<R[]> {
  const order = narrowed.order === undefined ? 'due_ms' : `due_ms, ${narrowed.order}`;
  const { rows } = await client.query<R>(
    prepared(
      `WITH claimed AS (
       UPDATE ${table.name} SET lease_until_ms = $1
       WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM ${table.name}
         WHERE due_ms <= $2 AND lease_until_ms <= $2 ${narrowed.sql}
         ORDER BY ${order} LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING *)
     SELECT ${table.names} FROM claimed ORDER BY ${order}`,
      [nowMs + leaseMs, nowMs, limit, ...narrowed.values],
    ),
  );
  return table.checked(rows);
}

/** Only this many of the rows due longest are considered, so that one user's flood does not make claims dearer. */
const CANDIDATES = 4_096;
/**
 * A user with more than this among the candidates has flooded them: then later rows of other users are considered too.
 */
const CROWD = 64;

/**
 * As `claimDue`, but users take turns: the first row of each user, then the second of each, and so on; claimed rows
 * count. A user with many rows waits behind a user with one, not the other way round. For tables with a `user_key`.
 */
export async function claimInTurn<R extends object>(
  client: Client,
  table: Table<R>,
  { limit, nowMs, leaseMs }: Claim,
  narrowed: Narrowing = { sql: '', values: [] },
): Promise<R[]> {
  const order = narrowed.order === undefined ? 'due_ms' : `due_ms, ${narrowed.order}`;
  const { rows } = await client.query<R>(
    prepared(
      `WITH longest AS MATERIALIZED (
       SELECT ctid AS place, * FROM ${table.name}
       WHERE due_ms <= $2 ${narrowed.sql}
       ORDER BY ${order} LIMIT ${CANDIDATES}),
     crowd AS (
       SELECT user_key FROM longest GROUP BY user_key HAVING count(*) > ${CROWD}),
     behind AS (
       SELECT ctid AS place, * FROM ${table.name}
       WHERE (SELECT count(*) FROM longest) = ${CANDIDATES}
         AND due_ms <= $2 ${narrowed.sql}
         AND user_key NOT IN (SELECT user_key FROM crowd)
         AND ctid NOT IN (SELECT place FROM longest)
       ORDER BY ${order} LIMIT ${CANDIDATES}),
     due AS (
       SELECT * FROM longest UNION ALL SELECT * FROM behind),
     turns AS (
       SELECT place, row_number() OVER (
         PARTITION BY user_key ORDER BY lease_until_ms > $2 DESC, ${order}) AS turn
       FROM due),
     taken AS (
       SELECT mine.ctid AS place, turn FROM ${table.name} AS mine
       JOIN turns ON mine.ctid = turns.place
       WHERE mine.due_ms <= $2 AND mine.lease_until_ms <= $2
       ORDER BY turn, ${order} LIMIT $3 FOR UPDATE OF mine SKIP LOCKED),
     claimed AS (
       UPDATE ${table.name} AS mine SET lease_until_ms = $1
       FROM taken WHERE mine.ctid = taken.place
       RETURNING mine.*, taken.turn)
     SELECT ${table.names} FROM claimed ORDER BY turn, ${order}`,
      [nowMs + leaseMs, nowMs, limit, ...narrowed.values],
    ),
  );
  return table.checked(rows);
}
