/** For a server that should be there: longer than a restart of NATS takes. */
export const CONNECT_PATIENCE_MS = 15_000;

/** A rehearsal replays the whole journal and writes all of history: an hour is some hundred million commands. */
export const REBUILD_PATIENCE_MS = 3_600_000;
export const REBUILD_POLL_MS = 250;

/**
 * Messages of the funding apps that were published in the last days before the copy go out again: their stream is empty
 * on a new machine, and a reader may have been away. What was heard is in the readers' inboxes.
 */
export const REPUBLISHED_MS = 7 * 86_400_000;

/** Of an app's output, to say why it did not start. */
export const LINES_KEPT = 20;

/** How often a restore says how far it is. */
export const PROGRESS_MS = 5_000;
