/** Every bound of what the listener hears of the engine, with the reason for its size. */

/** Events that are of no concern move the cursor this seldom: a busy exchange makes thousands a second. */
export const CURSOR_INTERVAL_MS = 5_000;
/** Events are fetched this seldom: a trading exchange makes hundreds a second, few of them about deposits. */
export const EVENTS_BATCH_DELAY_MS = 100;
/** Another process reads the events: whether it still does is asked this often. */
export const READER_LOCK_PAUSE_MS = 1_000;
/**
 * An authorization older than this makes no row by itself: after so long a silence, or with a database that has forgotten
 * what was done, who wants the recovery asks again, and that makes it.
 */
export const AUTHORIZATION_AGE_MS = 24 * 60 * 60 * 1_000;
