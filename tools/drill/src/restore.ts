/**
 * Makes journal and rows anew on servers that are empty: the journal from its archive, to the archive's end, the kept
 * tables from a backup. History and events are left to projector and engine, which make them anew from the journal.
 */
import { join } from 'node:path';
import { connectBus, restoreJournal } from '@bellwether/bus';
import type { BusOptions } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import { migrate } from '@bellwether/persistence';
import { escapeIdentifier } from 'pg';
import type { Client } from 'pg';
import { quiet } from '../../replay/src/records';
import { appliedMigrations } from './backup';
import { withClient } from './database';
import { KEPT_TABLES, PREFILLED_TABLES, REBUILT_TABLES } from './kept-tables';
import { CONNECT_PATIENCE_MS, REPUBLISHED_MS } from './limits';
import { readManifest } from './manifest';
import type { Manifest } from './manifest';
import { requireMark } from './settled-archive';
import { copyIn } from './table-copy';

export interface RestoreTargets {
  readonly bus: Pick<BusOptions, 'servers' | 'nkeySeed' | 'token'>;
  readonly databaseUrl: string;
  /** Copies of the journal's stream; more than one in a cluster. */
  readonly replicas: number;
  /** The folder of migrations. */
  readonly migrations: string;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the journal ends now: at the backup's mark or later. */
  readonly record: number;
  readonly seq: number;
  readonly rows: number;
}

/**
 * @param backup the folder of one backup
 * @param archive of the journal, at least as long as the backup says
 * @throws Error where a server is not empty, or archive and backup do not belong together: nothing was written then
 */
export async function restore(
  { backup, archive }: { readonly backup: string; readonly archive: string },
  targets: RestoreTargets,
): Promise<Restored> {
  const manifest = await readManifest(backup);
  await requireMark(archive, manifest.journal);
  await migrate(targets.databaseUrl, { folder: targets.migrations });
  await withClient(targets.databaseUrl, requireEmpty);
  // First the journal: should this be cut off, no row is there yet that knows more than it.
  const { number: record, lastSeq: seq } = await restoreRecords(archive, manifest, targets);
  const rows = await withClient(targets.databaseUrl, (client) =>
    restoreRows(client, manifest, backup),
  );
  return { manifest, record, seq, rows };
}

async function restoreRecords(
  archive: string,
  { journal: { network, shard } }: Manifest,
  { bus: options, replicas }: RestoreTargets,
) {
  const signal = AbortSignal.timeout(CONNECT_PATIENCE_MS);
  const bus = await connectBus({ ...options, name: 'restore', log: quiet, signal });
  try {
    const records = new ArchiveFolder(archive).read();
    return await restoreJournal(records, { network, shard, replicas }, { bus, log: quiet });
  } finally {
    await bus.close();
  }
}

async function requireEmpty(client: Client): Promise<void> {
  const kept = KEPT_TABLES.filter((table) => !PREFILLED_TABLES.includes(table));
  for (const table of [...kept, ...REBUILT_TABLES]) {
    const { rows } = await client.query(`SELECT FROM ${escapeIdentifier(table)} LIMIT 1`);
    if (rows.length > 0) throw new Error(`the database is not empty: ${table} has rows`);
  }
}

async function restoreRows(client: Client, manifest: Manifest, folder: string): Promise<number> {
  const known = new Set(await appliedMigrations(client));
  const newer = manifest.migrations.filter((name) => !known.has(name));
  if (newer.length > 0) {
    throw new Error(`the backup is of a newer release, which has ${newer.join(', ')}`);
  }
  await client.query('BEGIN');
  for (const table of PREFILLED_TABLES) {
    await client.query(`DELETE FROM ${escapeIdentifier(table)}`);
  }
  let rows = 0;
  for (const copied of manifest.tables) {
    await copyIn(client, copied, join(folder, `${copied.table}.jsonl.gz`));
    rows += copied.rows;
  }
  await publishAgain(client, Date.parse(manifest.taken_at));
  await client.query('COMMIT');
  return rows;
}

/** Nobody heard in the new stream what was told in the old one; what a reader did hear is in its inbox. */
async function publishAgain(client: Client, takenMs: number): Promise<void> {
  await client.query(
    `UPDATE outbox SET published_ms = NULL, lease_until_ms = 0
     WHERE subject LIKE 'funding.transfer.%' AND (
       published_ms >= $1 OR NOT EXISTS (
         SELECT FROM inbox WHERE inbox.message_id = outbox.message_id))`,
    [takenMs - REPUBLISHED_MS],
  );
}
