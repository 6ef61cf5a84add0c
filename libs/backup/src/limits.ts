/** The archiver writes every 100 ms and says that it is not ready after 30 s behind: later than this it does not work. */
export const ARCHIVE_PATIENCE_MS = 60_000;
export const ARCHIVE_POLL_MS = 100;

/** Of the gateway, for one number. */
export const STATUS_PATIENCE_MS = 10_000;

/** Two weeks of nights: longer than a mistake in rows stays unseen, and megabytes each, as history is in none. */
export const KEPT_BACKUPS = 14;

/** A backup without a manifest is younger than this where it is still being taken; an older one was cut off. */
export const UNFINISHED_MS = 86_400_000;
