/** The limits of the gateway, each with the reason for its size. */

/** Connections to PostgreSQL: history reads take milliseconds, and replicas share the database's connections. */
export const DEFAULT_DATABASE_POOL = 8;

/** Less than the second that a health check may take. */
export const ENGINE_CHECK_TIMEOUT_MS = 700;

/**
 * As long as a command waits for its answer. An engine that is silent for longer counts as unavailable, and markets are
 * read without it.
 */
export const READ_INDEX_TIMEOUT_MS = 5_000;
/**
 * Events are some milliseconds behind the engine. A reader that waits longer gets an error, as for any request that
 * timed out.
 */
export const VIEW_TIMEOUT_MS = 5_000;
/** Events loaded per query at start: about 60 kB, a fraction of a millisecond of the engine's time. */
export const LOADED_EVENTS_A_PAGE = 100;
/** Books loaded in parallel at start: enough to keep the engine busy between other queries, no more. */
export const MAX_BOOKS_LOADED_AT_ONCE = 16;
/** Interval between two attempts to load. */
export const LOAD_RETRY_MS = 250;

/** Events that one search looks at: about two milliseconds. The caller continues with the cursor. */
export const MAX_EVENTS_SEARCHED = 10_000;
/** Categories that `GET /v1/categories` shows: more than any menu. */
export const MAX_CATEGORIES = 200;
export const MAX_SUBS = 100;
/** Interval of the queries to history for the day's figures, as the projector is moments behind. */
export const DAY_RETRY_MS = 250;
/** Queries before the wait begins again, so that few trades wait: ten seconds. */
export const DAY_LOOKS = 40;
/** Pages cached as text, for lists that many request: at most 500 entries each, 16 MB of one-market events. */
export const MAX_CACHED_PAGES = 64;

/** Recently requested archived events and markets, mostly below 1 kB, each at most about 30 kB. */
export const MAX_CACHED_ARCHIVED_EVENTS = 1_000;

/** Audit rows that wait for PostgreSQL, each at most about 5 kB. They are always in the log. */
export const MAX_WAITING_AUDIT_ROWS = 1_000;
export const AUDIT_RETRY_MS = 1_000;
/** What an audit row stores of a body: enough for ordinary ones. An event's description may be cut. */
export const MAX_AUDITED_BODY_CHARACTERS = 4_096;
/** Audit rows a minute for calls with a wrong key, so that guesses of keys cannot fill the database. */
export const MAX_REFUSED_AUDIT_ROWS_PER_MINUTE = 60;

/** Sessions whose signature was verified, about 500 bytes each. An evicted one is verified again: 60 µs. */
export const MAX_SESSIONS_REMEMBERED = 20_000;
/** A session may begin this long after the exchange's time, as clients' clocks differ. */
export const SESSION_AHEAD_SECONDS = 60;
/** A session that a trading key signed outlives the key by at most this long: less than a heartbeat. */
export const SESSION_KEY_CHECK_MS = 4_000;
/** A console that was not used for a quarter of an hour is unattended. */
export const SESSION_IDLE_MS = 15 * 60_000;
/** A working day. For longer work an operator logs in again. */
export const SESSION_LIFE_MS = 12 * 60 * 60_000;
/** Sessions of all operators: about 500 bytes each. */
export const MAX_SESSIONS = 256;
/** Tabs and machines of one person. The session that was used longest ago is ended. */
export const MAX_SESSIONS_OF_OPERATOR = 8;

/** Operators, including revoked ones: people, and some programs of theirs. The whole list is read at once. */
export const MAX_OPERATORS = 200;

/**
 * One operator alone may revoke one other in this time. So a stolen key is stopped at once, but cannot revoke everyone.
 */
export const REVOKED_ALONE_EACH_MS = 24 * 60 * 60_000;

/** An act is confirmed within an hour, or requested again, as circumstances change. */
export const CONFIRMATION_LIFE_MS = 60 * 60_000;
/** More than people can check in an hour. Each is a row of up to 16 kB. */
export const MAX_OPEN_CONFIRMATIONS_OF_OPERATOR = 100;

/** A result that may be challenged for a shorter time than that needs a second operator: nobody may be awake to see it. */
export const CONFIRMED_WINDOW_SECONDS = 3_600;

/** Results that were proposed of one market, in one answer: corrections and second rounds are few. */
export const CASES_OF_MARKET = 20;

/** Series of events: each is read some times a minute. */
export const MAX_SERIES = 256;
/** Short beside the shortest lead of a series. */
export const SERIES_INTERVAL_MS = 10_000;
