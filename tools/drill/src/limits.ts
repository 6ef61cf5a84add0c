/** Time-out for a server that should be up: longer than a restart of NATS takes. */
export const CONNECT_TIMEOUT_MS = 15_000;

/** A rehearsal replays the whole journal and writes all of history: an hour is some hundred million commands. */
export const REBUILD_TIMEOUT_MS = 3_600_000;
export const REBUILD_POLL_MS = 250;

/** Output lines of an app stored to explain a failed start. */
export const MAX_LAST_LINES = 20;

/** How often a restore reports progress. */
export const PROGRESS_MS = 5_000;
