/** Copies the backup rows into files, from one consistent snapshot. Writes nothing to the database. */
import { join } from 'node:path';
import type { Client } from 'pg';
import { historyPlace, historySums } from './history-sums';
import type { HistoryMark } from './history-sums';
import { BACKUP_TABLES } from './backup-tables';
import { withClient } from './rows-client';
import { copyOut } from './table-copy';
import type { CopiedTable } from './table-copy';

export interface CopiedRows {
  /** The migrations that the database had. */
  readonly migrations: readonly string[];
  /** Ordered so that a row comes after the rows it refers to. */
  readonly tables: readonly CopiedTable[];
  /** Sums of history, which is not copied. Null if there was no history yet. */
  readonly history: HistoryMark | null;
}

export const fileOfTable = (folder: string, table: string): string =>
  join(folder, `${table}.jsonl.gz`);

/** @param place.folder an existing, empty folder; the files are on disk when the promise resolves */
export const copyBackupRows = (
  url: string,
  { shard, folder }: { readonly shard: number; readonly folder: string },
): Promise<CopiedRows> =>
  withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables: CopiedTable[] = [];
    for (const table of BACKUP_TABLES) {
      tables.push(await copyOut(client, table, fileOfTable(folder, table)));
    }
    const place = await historyPlace(client, shard);
    const history = place && { ...place, sums: await historySums(client, place) };
    const migrations = await appliedMigrations(client);
    await client.query('COMMIT');
    return { migrations, tables, history };
  });

export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    `SELECT migration_name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ migration_name }) => migration_name);
}
