/**
 * Takes a backup of a running exchange: one database snapshot of the tables that the journal cannot restore, then proof
 * that the archive has all the journal records the rows may depend on. It only reads, and writes into its own folder
 * and a proven snapshot beside it.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyBackupRows } from '@bellwether/persistence';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import { SNAPSHOTS } from './limits';
import { writeManifest } from './manifest';
import type { Manifest } from './manifest';
import { markOf } from './settled-archive';

export interface BackupSources {
  readonly databaseUrl: string;
  /** Where the archiver writes. */
  readonly archive: string;
  /** Seq of the engine's last command, requested when the rows are copied. */
  readonly seqNow: () => Promise<number>;
  readonly shard: number;
  /** Called for a snapshot that is damaged. */
  readonly onPassedOver?: ((passedOver: UnusableSnapshot) => void) | undefined;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * @param to a folder of backups; each has its own subfolder, named by its time
 * @throws Error if the archive is not the shard's, is damaged, or does not reach the engine's seq
 */
export async function takeBackup(sources: BackupSources, to: string): Promise<Backup> {
  const { databaseUrl, archive, shard, seqNow, onPassedOver = () => undefined } = sources;
  const takenAt = new Date().toISOString();
  const folder = join(to, takenAt.replaceAll(':', '-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copied = await copyBackupRows(databaseUrl, { shard, folder });
  // Only now: everything the rows depend on was journaled before they were written, and so before this.
  const snapshots = join(to, SNAPSHOTS);
  const journal = await markOf(archive, await seqNow(), { snapshots, onPassedOver });
  if (journal.shard !== shard) {
    throw new Error(`${archive} is the archive of shard ${journal.shard}, not of ${shard}`);
  }
  const manifest: Manifest = { version: 1, taken_at: takenAt, ...copied, journal };
  await writeManifest(folder, manifest);
  return { folder, manifest };
}
