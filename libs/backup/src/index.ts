/** Backups of a running exchange, and the proof that a backup and the journal's archive belong together. */
export { ArchiveReplay, identityOfArchive } from './archive-replay';
export { backUp } from './back-up';
export type { BackupPlace, BackupReport } from './back-up';
export { seqOfEngine } from './engine-seq';
export { newestBackup, newestBackupMs } from './backup-retention';
export { DEFAULT_EVENTS_DAYS, RETAINED_BACKUPS, LEAST_JOURNAL_DAYS, SNAPSHOTS } from './limits';
export { readManifest } from './manifest';
export type { JournalMark, Manifest } from './manifest';
export { newestProven, writeProven } from './proven-snapshots';
export type { ProvenSnapshot } from './proven-snapshots';
export { restoreEvents } from './restore-events';
export type { EventsRestored } from './restore-events';
export { purgeCovered } from './retention';
export type { Retention, RetentionReport, RetentionSources } from './retention';
export { markOf, requireMark } from './settled-archive';
export type { BackupSources } from './take-backup';
