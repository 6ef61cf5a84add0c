/** The archiver writes every 100 ms and says that it is not ready after 30 s behind: later than this it does not work. */
export const ARCHIVE_PATIENCE_MS = 60_000;
export const ARCHIVE_POLL_MS = 100;

/** For a server that should be there: longer than a fail-over of PostgreSQL or a restart of NATS. */
export const CONNECT_PATIENCE_MS = 15_000;

/** A rehearsal replays the whole journal and writes all of history: an hour is some hundred million commands. */
export const REBUILD_PATIENCE_MS = 3_600_000;
export const REBUILD_POLL_MS = 100;

/**
 * Messages of the funding apps that were published in the last days before the copy go out again: their stream is empty
 * on a new machine, and a reader may have been away. What was heard is in the readers' inboxes.
 */
export const REPUBLISHED_MS = 7 * 86_400_000;
