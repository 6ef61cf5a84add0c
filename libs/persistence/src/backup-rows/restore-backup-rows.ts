/** Copied rows, written into a database that has its tables and no rows. */
import { escapeIdentifier } from 'pg';
import type { Client } from 'pg';
import { appliedMigrations, fileOfTable } from './copy-backup-rows';
import type { CopiedRows } from './copy-backup-rows';
import { BACKUP_TABLES, PREFILLED_TABLES, REBUILT_TABLES } from './backup-tables';
import { withClient } from './rows-client';
import { copyIn } from './table-copy';

export interface RestoredFrom {
  /** That `copyBackupRows` wrote to. */
  readonly folder: string;
  /** Messages that the funding apps had published since then are published again. */
  readonly republishedSinceMs: number;
}

/** @throws Error that names a table with rows: history that is made anew must not meet any either */
export const requireEmptyTables = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const kept = BACKUP_TABLES.filter((table) => !PREFILLED_TABLES.includes(table));
    for (const table of [...kept, ...REBUILT_TABLES]) {
      const { rows } = await client.query(`SELECT FROM ${escapeIdentifier(table)} LIMIT 1`);
      if (rows.length > 0) throw new Error(`the database is not empty: ${table} has rows`);
    }
  });

/**
 * All of it or nothing: one transaction.
 * @returns how many rows
 * @throws Error where the copy is of a newer release, or a file is not what was written
 */
export const restoreBackupRows = (
  url: string,
  { migrations, tables }: Pick<CopiedRows, 'migrations' | 'tables'>,
  { folder, republishedSinceMs }: RestoredFrom,
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
    await publishAgain(client, republishedSinceMs);
    await client.query('COMMIT');
    return rows;
  });

/**
 * For rows that stay while the stream of the funding apps is lost: what they had published since then goes out again.
 * @returns how many messages
 */
export const publishTransfersAgain = (url: string, sinceMs: number): Promise<number> =>
  withClient(url, (client) => publishAgain(client, sinceMs));

/** Nobody heard in the new stream what was told in the old one; what a reader did hear is in its inbox. */
async function publishAgain(client: Client, sinceMs: number): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE outbox SET published_ms = NULL, lease_until_ms = 0
     WHERE subject LIKE 'funding.transfer.%' AND (
       published_ms >= $1 OR NOT EXISTS (
         SELECT FROM inbox WHERE inbox.message_id = outbox.message_id))`,
    [sinceMs],
  );
  return rowCount ?? 0;
}
