import { removeOldBackups } from './backup-retention';
import type { JournalMark } from './manifest';
import { takeBackup } from './take-backup';
import type { BackupSources } from './take-backup';

export interface BackupPlace {
  /** A folder of backups. */
  readonly to: string;
  /** Number of backups to keep, including the new one; all if absent. */
  readonly keep?: number | undefined;
}

/** The report for the operator, written as JSON: hence the spelling. */
export interface BackupReport {
  readonly folder: string;
  readonly taken_at: string;
  readonly rows: number;
  readonly journal: JournalMark;
  /** Names of older backups. */
  readonly removed: readonly string[];
  /** Names of older backups whose manifest cannot be read: they stay until somebody has looked. */
  readonly unreadable: readonly string[];
}

/** Takes a new backup. Only when it is complete and the archive is proven does it remove older ones beyond `keep`. */
export async function backUp(
  sources: BackupSources,
  { to, keep }: BackupPlace,
): Promise<BackupReport> {
  const { folder, manifest } = await takeBackup(sources, to);
  const others =
    keep === undefined
      ? { removed: [], unreadable: [] }
      : await removeOldBackups(to, { keep, nowMs: Date.now() });
  const { taken_at, tables, journal } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { folder, taken_at, rows, journal, ...others };
}
