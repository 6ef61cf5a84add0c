/**
 * Takes a backup of a running exchange: the tables that nothing else can give back, all of one moment, and then the proof
 * that the archive of the journal has everything that the rows may rest on. Reads, and writes into its own folder, and a
 * snapshot of that proof beside it.
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
  /** Seq of the engine's last command, asked when the rows are copied. */
  readonly seqNow: () => Promise<number>;
  readonly shard: number;
  /** Hears of a snapshot that is damaged. */
  readonly onPassedOver?: ((passedOver: UnusableSnapshot) => void) | undefined;
}

export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * @param to a folder of backups, each in one of its own named by its time
 * @throws Error where the archive is not that of the shard, is damaged, or does not get as far as the engine is
 */
export async function takeBackup(sources: BackupSources, to: string): Promise<Backup> {
  const { databaseUrl, archive, shard, seqNow, onPassedOver = () => undefined } = sources;
  const takenAt = new Date().toISOString();
  const folder = join(to, takenAt.replaceAll(':', '-'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copied = await copyBackupRows(databaseUrl, { shard, folder });
  // Only now: whatever the rows rest on was journaled before they were written, and so before this.
  const snapshots = join(to, SNAPSHOTS);
  const journal = await markOf(archive, await seqNow(), { snapshots, onPassedOver });
  if (journal.shard !== shard) {
    throw new Error(`${archive} is the archive of shard ${journal.shard}, not of ${shard}`);
  }
  const manifest: Manifest = { version: 1, taken_at: takenAt, ...copied, journal };
  await writeManifest(folder, manifest);
  return { folder, manifest };
}
