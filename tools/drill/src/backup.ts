/**
 * Takes a backup of a running exchange: the tables that nothing else can give back, all of one moment, and then the proof
 * that the archive of the journal has everything that the rows may rest on. Reads, and writes into its own folder alone.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { withClient } from './database';
import { historyPlace, historySums } from './history-sums';
import { KEPT_TABLES } from './kept-tables';
import { writeManifest } from './manifest';
import type { HistoryMark, Manifest } from './manifest';
import { markOf } from './settled-archive';
import { copyOut } from './table-copy';
import type { CopiedTable } from './table-copy';

export interface BackupSources {
  readonly databaseUrl: string;
  /** Where the archiver writes. */
  readonly archive: string;
  /** Seq of the engine's last command, asked when the rows are copied. */
  readonly seqNow: () => Promise<number>;
  readonly shard: number;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** @param to a folder of backups, each in one of its own named by its time */
export async function takeBackup(sources: BackupSources, to: string): Promise<Backup> {
  const takenAt = new Date().toISOString();
  const folder = join(to, takenAt.replaceAll(':', '-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copied = await withClient(sources.databaseUrl, (client) =>
    copyRows(client, sources.shard, folder),
  );
  // Only now: whatever the rows rest on was journaled before they were written, and so before this.
  const seq = await sources.seqNow();
  const journal = await markOf(sources.archive, seq);
  const manifest: Manifest = { version: 1, taken_at: takenAt, ...copied, journal };
  await writeManifest(folder, manifest);
  return { folder, manifest };
}

interface CopiedRows {
  readonly migrations: string[];
  readonly tables: CopiedTable[];
  readonly history: HistoryMark | null;
}

async function copyRows(client: Client, shard: number, folder: string): Promise<CopiedRows> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables: CopiedTable[] = [];
  for (const table of KEPT_TABLES) {
    tables.push(await copyOut(client, table, join(folder, `${table}.jsonl.gz`)));
  }
  const place = await historyPlace(client, shard);
  const history = place && { ...place, sums: await historySums(client, place) };
  const migrations = await appliedMigrations(client);
  await client.query('COMMIT');
  return { migrations, tables, history };
}

export async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string }>(
    `SELECT migration_name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ migration_name }) => migration_name);
}
