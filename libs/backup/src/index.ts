/** A backup of a running exchange, and the proof that it and the archive of the journal belong together. */
export { backUp } from './back-up';
export type { BackupPlace, BackupReport } from './back-up';
export { seqOfEngine } from './engine-seq';
export { newestBackup } from './kept-backups';
export { KEPT_BACKUPS } from './limits';
export { readManifest } from './manifest';
export type { JournalMark, Manifest } from './manifest';
export { requireMark } from './settled-archive';
export type { BackupSources } from './take-backup';
