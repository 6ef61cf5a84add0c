/** The limits of the projector process, each with the reason for its size. */

/**
 * Events of one transaction, of those that history has rows for, unless a single message holds more (at most 512 KiB,
 * some 2,500 trades): of a thousand orders or so. A row that many of them change is written once, and a larger
 * transaction saves no more. A stop waits for it, some tenths of a second on a busy server.
 */
export const MAX_EVENTS_PER_TRANSACTION = 2_000;
/** Of the archive, where they are not sorted out before: as many orders. */
export const MAX_REPLAYED_EVENTS_PER_TRANSACTION = 5_000;

/**
 * A transaction that is not full begins so long after the one before: a transaction costs PostgreSQL a sync and two
 * dozen statements however few events it has, and no answer waits for history. After a pause it begins at once; a full
 * one does not wait at all.
 */
export const TRANSACTION_INTERVAL_MS = 500;

/**
 * Of the same events, those that are read and not written: five transactions, some 10 MB. Then the reader waits. The
 * messages that it holds come on top: 64, at most 32 MiB.
 */
export const MAX_HELD_EVENTS = 10_000;

/** Waits before the same transaction is tried again, doubling from the first to the last. */
export const FIRST_RETRY_MS = 50;
export const LAST_RETRY_MS = 2_000;

/** One transaction at a time, one query beside it, and one each for the ledger check and for health. */
export const POOL_MAX = 3;

/** The longest a statement may take: a transaction of many events on a busy server, with room to spare. */
export const STATEMENT_TIMEOUT_MS = 30_000;

/** History further behind than this is not ready: its answers lack what users did. */
export const MAX_READY_LAG_MS = 5_000;

/** How often the tail of the event stream is looked up. */
export const TAIL_INTERVAL_MS = 1_000;
/** Recorded tails, for the age of the oldest event that history lacks. Beyond this number they are thinned out. */
export const MAX_REMEMBERED_TAILS = 1_024;

/** How often earlier trades of users who were linked with keys are looked for. */
export const LINKS_INTERVAL_MS = 1_000;

/** Waits before the event stream is read again from the cursor, doubling from the first to the last. */
export const FIRST_RESTART_MS = 100;
export const LAST_RESTART_MS = 10_000;

/** How often the ledger is compared with the engine's books: two queries to the engine, three to PostgreSQL. */
export const LEDGER_CHECK_INTERVAL_MS = 10_000;
/** Attempts and the wait between them: together longer than a ready history may be behind. */
export const LEDGER_CHECK_ATTEMPTS = 30;
export const LEDGER_CHECK_PAUSE_MS = 200;

/** One statement reads a day of a market's trades, or all postings of the ledger. */
export const COMMAND_TIMEOUT_MS = 3_600_000;
/** Only an operator waits for a command, so a busy server may take its time. */
export const COMMAND_CONNECT_TIMEOUT_MS = 60_000;

/** Whole months of history that an operator cannot have dropped: retries, disputes and statements are of these. */
export const MIN_RETAINED_MONTHS = 1;

/** How often results that wait for an operator are counted: they wait for days. One statement to PostgreSQL. */
export const OVERDUE_INTERVAL_MS = 60_000;
