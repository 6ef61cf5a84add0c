/** The number of rows of each table: what an attacker leaves permanently. */
import { Client } from 'pg';
import type { Exchange } from '../../e2e/src/exchange';
import { operatorFileOf } from './operator-file';

export type RowCounts = Readonly<Record<string, number>>;

export async function rowsOf(exchange: Exchange): Promise<RowCounts> {
  const client = new Client({ connectionString: operatorFileOf(exchange).database_url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const counted = await client.query<{ count: string }>(`SELECT count(*) FROM "${name}"`);
      counts[name] = Number(counted.rows[0]?.count);
    }
    return counts;
  } finally {
    await client.end();
  }
}

/** The tables that have more rows than before. */
export const grownTables = (before: RowCounts, after: RowCounts): RowCounts =>
  Object.fromEntries(
    Object.entries(after)
      .map(([table, count]) => [table, count - (before[table] ?? 0)] as const)
      .filter(([, grown]) => grown > 0),
  );
