export { ArchiveDamaged, ArchiveFolder } from './archive-folder';
export type { ArchivedRecord, ArchivePlace } from './archive-folder';
export { SEGMENT_RECORDS } from './archive-segment';
export { hashByTurns } from './hash-by-turns';
export { SnapshotFolder } from './snapshot-folder';
export type { FoundSnapshot, SnapshotFolderOptions, UnusableSnapshot } from './snapshot-folder';
