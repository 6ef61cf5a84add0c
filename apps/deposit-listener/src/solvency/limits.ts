/** Limits of the solvency rounds, each with the reason for its size. */

/** A round with a difference is repeated after this, so that an alarm is raised within a minute and a half. */
export const SECOND_LOOK_MS = 15_000;
/** Interval of the check whether a round is due. */
export const SOLVENCY_PAUSE_MS = 2_000;
/** A day of rounds, for an investigation; a month is some fifty megabytes. */
export const ROUNDS_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** How long a round waits for the scan to pass its slot, and for test credits to be recorded. */
export const ROUND_TIMEOUT_MS = 15_000;
export const ROUND_PAUSE_MS = 100;
/**
 * How often a deposit address with too little is read: by then a lagging node has caught up, or the transfer is known.
 */
export const ADDRESS_READINGS = 8;
export const ADDRESS_PAUSE_MS = 1_000;
/** Reads of the books until no booking arrived between the two queries that the first did not report: one or two. */
export const BOOK_READINGS = 50;
/** Bookings within this time before a round may belong to a later slot. The clocks of two listeners differ by less. */
export const RECENT_MS = 60_000;

/** Proxy wallets that a round reads: ten requests to a node. */
export const MAX_ACCOUNTS = 1_000;
/** Deposit addresses with accepted deposits, all of which a round reads: 200 requests to a node, some ten seconds. */
export const MAX_DEPOSIT_ADDRESSES = 20_000;
export const ACCOUNTS_PER_REQUEST = 100;

/** A pause that begins so soon after rows were found to be behind ends by itself, once all is equal again. */
export const CATCHING_UP_MS = 15 * 60_000;
