/** Writes copied rows into a database that has its tables and no rows. */
import { escapeIdentifier } from 'pg';
import { appliedMigrations, fileOfTable } from './copy-backup-rows';
import type { CopiedRows } from './copy-backup-rows';
import { BACKUP_TABLES, PREFILLED_TABLES, REBUILT_TABLES } from './backup-tables';
import { withClient } from './rows-client';
import { copyIn } from './table-copy';

/** @throws Error naming a table that has rows: rebuilt history must start in empty tables too */
export const requireEmptyTables = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const kept = BACKUP_TABLES.filter((table) => !PREFILLED_TABLES.includes(table));
    for (const table of [...kept, ...REBUILT_TABLES]) {
      const { rows } = await client.query(`SELECT FROM ${escapeIdentifier(table)} LIMIT 1`);
      if (rows.length > 0) throw new Error(`the database is not empty: ${table} has rows`);
    }
  });

/**
 * Restores everything in one transaction.
 * @param folder that `copyBackupRows` wrote to
 * @returns the number of rows
 * @throws Error if the copy is from a newer release, or a file is not what was written
 */
export const restoreBackupRows = (
  url: string,
  { migrations, tables }: Pick<CopiedRows, 'migrations' | 'tables'>,
  folder: string,
): Promise<number> =>
  withClient(url, async (client) => {
    const known = new Set(await appliedMigrations(client));
    const newer = migrations.filter((name) => !known.has(name));
    if (newer.length > 0) {
      throw new Error(`the backup is of a newer release, which has ${newer.join(', ')}`);
    }
    await client.query('BEGIN');
    for (const table of PREFILLED_TABLES) {
      await client.query(`DELETE FROM ${escapeIdentifier(table)}`);
    }
    let rows = 0;
    for (const copied of tables) {
      await copyIn(client, copied, fileOfTable(folder, copied.table));
      rows += copied.rows;
    }
    await client.query('COMMIT');
    return rows;
  });
