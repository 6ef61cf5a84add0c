/** The limits of the bridge-relayer, each with the reason for its size. */

/** Transfers worked on at once: each sends several requests to a chain, whose nodes limit requests a second. */
export const TRANSFERS_AT_ONCE = 16;
/** A step that takes longer has met a node that does not answer. Another process may then take the transfer too. */
export const TRANSFER_LEASE_MS = 30_000;
/** Interval of the search for due transfers: less than a slot's time, so that nothing waits for this process. */
export const TRANSFERS_PAUSE_MS = 250;

/** One connection per transfer would be idle most of the time, so transfers share these. */
export const POOL_MAX = 8;
/** The longest a statement may take: single rows by their keys. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** Interval between updates of the metrics. */
export const FIGURES_PAUSE_MS = 5_000;

/**
 * Compute units of a completion that creates the recipient's token account. The real token bridge takes some 150,000,
 * and the default for its instructions would not be enough.
 */
export const COMPLETION_COMPUTE_UNITS = 400_000;

/** Accounts that one payment out of a split account makes: with these its transaction is never above 1,232 bytes. */
export const MAX_ACCOUNTS_MADE = 5;
/** Of such a payment: 30,000 for an account that is made, 10,000 for each that is paid, and the remainder's. */
export const PAY_COMPUTE_UNITS = 400_000;

/** The signatures of a quorum of 19 guardians are verified in two transactions; a third posts the VAA. */
export const MAX_POSTING_STEPS = 3;
