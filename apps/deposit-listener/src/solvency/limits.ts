/** Every bound of the solvency rounds, with the reason for its size. */

/** A round that found a difference is made again this soon: whoever is to be woken is woken within a minute and a half. */
export const SECOND_LOOK_MS = 15_000;
/** Between two looks whether a round is due. */
export const SOLVENCY_PAUSE_MS = 2_000;
/** A day of rounds, for who looks into one; a month is half a hundred megabytes. */
export const ROUNDS_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** A round waits this long for the scan to pass its slot, and for the test credits to be written down. */
export const ROUND_PATIENCE_MS = 15_000;
export const ROUND_PAUSE_MS = 100;
/** A deposit address that holds too little is read so often: a node that lags, or does not know a transfer, has passed by then. */
export const ADDRESS_READINGS = 8;
export const ADDRESS_PAUSE_MS = 1_000;
/** Readings of the books until nothing came in between its two questions that the first did not tell of: one, or two. */
export const BOOK_READINGS = 50;
/** What was booked within this time before a round may be of after its slot; clocks of two listeners differ by less. */
export const RECENT_MS = 60_000;

/** Accounts of proxy wallets that a round reads: ten questions to a node. */
export const MAX_ACCOUNTS = 1_000;
/** Deposit addresses with accepted deposits, all of which a round reads: 200 questions to a node, some ten seconds. */
export const MAX_DEPOSIT_ADDRESSES = 20_000;
export const ACCOUNTS_PER_QUESTION = 100;
