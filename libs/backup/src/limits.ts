/** The archiver writes every 100 ms and reports not ready at 30 s behind: beyond this time-out it is not working. */
export const ARCHIVE_TIMEOUT_MS = 60_000;
export const ARCHIVE_POLL_MS = 100;

/** Time-out of the gateway's answer, which is one number. */
export const STATUS_TIMEOUT_MS = 10_000;

/** Two weeks of nightly backups: longer than an error in rows goes unnoticed. Each is some megabytes. */
export const RETAINED_BACKUPS = 14;

/** A backup without a manifest and younger than this may still be under way; an older one was cut off. */
export const UNFINISHED_MS = 86_400_000;

/** Subfolder of a backup folder for snapshots proven by the archive. */
export const SNAPSHOTS = 'snapshots';
/** Three nights: if the newest is damaged, the one before it is used. Each is as large as the exchange in memory. */
export const RETAINED_PROVEN_SNAPSHOTS = 3;
/** With fewer snapshots nothing before them may be removed: a single one that turns out damaged would leave nothing. */
export const LEAST_PROVEN_SNAPSHOTS = 2;
/**
 * Minimum days of a journal. Running engines take a snapshot at least every `MAX_SNAPSHOT_AGE_MS` (six hours), so an
 * engine that was down for less than this recovers by itself.
 */
export const LEAST_JOURNAL_DAYS = 3;
/** Longer than a reader should be down. A year of events is three times the size of the journal. */
export const DEFAULT_EVENTS_DAYS = 30;
