/** Every bound of the gateway, with the reason for its size. */

/** Connections to PostgreSQL: history reads take milliseconds, and the pool is shared by replicas. */
export const DEFAULT_DATABASE_POOL = 8;

/** Below the second that a health check has. */
export const ENGINE_CHECK_TIMEOUT_MS = 700;

/** As long as a command waits for its answer. An engine that is silent for longer is taken to be away: markets are read without it. */
export const READ_INDEX_TIMEOUT_MS = 5_000;
/** Events are some milliseconds behind the engine; a reader that waits longer for them is told so, as for any timed-out question. */
export const VIEW_PATIENCE_MS = 5_000;
/** Events asked of the engine at a time at start: about 60 kB, a fraction of a millisecond of its time. */
export const LOADED_EVENTS_A_PAGE = 100;
/** Books asked of the engine side by side at start: enough to keep it busy between other questions, no more. */
export const MAX_BOOKS_LOADED_AT_ONCE = 16;
/** Between two attempts to load. */
export const LOAD_RETRY_MS = 250;

/** Events looked through for one list that only a search can narrow: about two milliseconds. The caller goes on with the cursor. */
export const MAX_EVENTS_SEARCHED = 10_000;
/** Pages kept as text, for the lists that many ask for: at most 500 entries each, 16 MB of one-market events. */
export const MAX_KEPT_PAGES = 64;

/** Archived events and markets that were asked for lately, each at most some 30 kB, most below one. */
export const MAX_KEPT_ARCHIVED_EVENTS = 1_000;

/** Audit rows that wait for PostgreSQL to come back; each is at most about 5 kB. They are in the log in any case. */
export const MAX_WAITING_AUDIT_ROWS = 1_000;
export const AUDIT_RETRY_MS = 1_000;
/** What an audit row keeps of a body: the longest ordinary one; an event's description may be cut. */
export const MAX_AUDITED_BODY_CHARACTERS = 4_096;
/** Audit rows a minute for calls with a wrong key: whoever guesses keys does not fill the database. */
export const MAX_REFUSED_AUDIT_ROWS_PER_MINUTE = 60;
