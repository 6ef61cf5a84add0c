/** Every bound of the gateway, with the reason for its size. */

/** Connections to PostgreSQL: history reads take milliseconds, and the pool is shared by replicas. */
export const DEFAULT_DATABASE_POOL = 8;

/** Events asked of the engine at a time: about 60 kB, a fraction of a millisecond of its time. */
export const CATALOGUE_PAGE_EVENTS = 100;
/** Pages looked through for one filtered list: 2,000 events. Beyond it the caller goes on with the cursor. */
export const MAX_PAGES_SCANNED = 20;
/** Different catalogue pages that may wait for the engine; each waits for those before it. */
export const MAX_CATALOGUE_QUEUE = 64;

/** Audit rows that wait for PostgreSQL to come back; each is at most about 5 kB. They are in the log in any case. */
export const MAX_WAITING_AUDIT_ROWS = 1_000;
export const AUDIT_RETRY_MS = 1_000;
/** What an audit row keeps of a body: the longest ordinary one; an event's description may be cut. */
export const MAX_AUDITED_BODY_CHARACTERS = 4_096;
/** Audit rows a minute for calls with a wrong key: whoever guesses keys does not fill the database. */
export const MAX_REFUSED_AUDIT_ROWS_PER_MINUTE = 60;
