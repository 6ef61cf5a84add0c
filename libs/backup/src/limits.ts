/** The archiver writes every 100 ms and says that it is not ready after 30 s behind: later than this it does not work. */
export const ARCHIVE_PATIENCE_MS = 60_000;
export const ARCHIVE_POLL_MS = 100;

/** Of the gateway, for one number. */
export const STATUS_PATIENCE_MS = 10_000;

/** Two weeks of nights: longer than a mistake in rows stays unseen, and megabytes each, as history is in none. */
export const KEPT_BACKUPS = 14;

/** A backup without a manifest is younger than this where it is still being taken; an older one was cut off. */
export const UNFINISHED_MS = 86_400_000;

/** Of a folder of backups: where the snapshots lie that were proven by the archive. */
export const SNAPSHOTS = 'snapshots';
/** Three nights: should the newest be damaged, the one before it serves. Each is as large as the exchange in memory. */
export const KEPT_PROVEN_SNAPSHOTS = 3;
/** Fewer are too few to remove anything behind them: one alone that turns out damaged would leave nothing. */
export const LEAST_PROVEN_SNAPSHOTS = 2;
/**
 * Of a journal. Engines take a snapshot at least every `MAX_SNAPSHOT_AGE_MS` (six hours) while they run: one that was away
 * for less than this goes on by itself.
 */
export const LEAST_JOURNAL_DAYS = 3;
/** Longer than a reader should be away; a year of them is three times the journal. */
export const DEFAULT_EVENTS_DAYS = 30;
