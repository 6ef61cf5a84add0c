import { removeOldBackups } from './kept-backups';
import type { JournalMark } from './manifest';
import { takeBackup } from './take-backup';
import type { BackupSources } from './take-backup';

export interface BackupPlace {
  /** A folder of backups. */
  readonly to: string;
  /** Backups that stay there, the new one among them; all of them where it is absent. */
  readonly keep?: number | undefined;
}

/** What an operator is told; JSON, so in its spelling. */
export interface BackupReport {
  readonly folder: string;
  readonly taken_at: string;
  readonly rows: number;
  readonly journal: JournalMark;
  /** Names of older backups. */
  readonly removed: readonly string[];
}

/** A new backup, and only when it is whole and the archive is proven, the end of those that it makes too many. */
export async function backUp(
  sources: BackupSources,
  { to, keep }: BackupPlace,
): Promise<BackupReport> {
  const { folder, manifest } = await takeBackup(sources, to);
  const removed = keep === undefined ? [] : await removeOldBackups(to, { keep, nowMs: Date.now() });
  const { taken_at, tables, journal } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { folder, taken_at, rows, journal, removed };
}
