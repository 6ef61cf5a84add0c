/** Taking work: rows that are due and that nobody holds, each given to one worker until its lease ends. */
import type { Client, Row, Table } from './table';

export interface Claim {
  readonly limit: number;
  readonly nowMs: number;
  /** Long enough for a step with its network calls; who takes longer finds the row changed by another, or not. */
  readonly leaseMs: number;
}

/** Those due longest first. `AND …` narrows them. */
export async function claimDue<R extends object>(
  client: Client,
  table: Table<R>,
  { limit, nowMs, leaseMs }: Claim,
  narrowed: { readonly sql: string; readonly values: readonly unknown[] } = { sql: '', values: [] },
): Promise<R[]> {
  const { rows } = await client.query<Row>(
    `UPDATE ${table.name} SET lease_until_ms = $1
     WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM ${table.name}
       WHERE due_ms <= $2 AND lease_until_ms <= $2 ${narrowed.sql}
       ORDER BY due_ms LIMIT $3 FOR UPDATE SKIP LOCKED))
     RETURNING ${table.names}`,
    [nowMs + leaseMs, nowMs, limit, ...narrowed.values],
  );
  return rows.map((row) => table.read(row));
}
