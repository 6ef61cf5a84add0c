/** Limits of reading the engine's events, each with the reason for its size. */

/** Events that need no work move the stored cursor only this often: a busy exchange makes thousands a second. */
export const CURSOR_INTERVAL_MS = 5_000;
/** Events are fetched only this often: a busy exchange makes hundreds a second, few of them about deposits. */
export const EVENTS_BATCH_DELAY_MS = 100;
/** How often a process checks whether another one still reads the events. */
export const READER_LOCK_PAUSE_MS = 1_000;
/**
 * An older authorization makes no row by itself. After such a long silence, or after a loss of rows, the user requests
 * the recovery again, and that makes the row.
 */
export const AUTHORIZATION_AGE_MS = 24 * 60 * 60 * 1_000;

/** An authorization this old may have been carried out by rows that are gone: the chain is read first. */
export const LATE_AUTHORIZATION_MS = 60_000;
