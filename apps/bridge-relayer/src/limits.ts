/** Every bound of the bridge-relayer, with the reason for its size. */

/** Transfers looked at at the same time: each look is some questions to a chain, which nodes limit by the second. */
export const TRANSFERS_AT_ONCE = 16;
/** A look that takes longer has met a node that does not answer; another process may look as well then. */
export const TRANSFER_LEASE_MS = 30_000;
/** Between two looks for transfers that are due: below a slot's time, so that nothing waits for us. */
export const TRANSFERS_PAUSE_MS = 250;

/** A connection for each transfer in hand would be idle most of the time: these take turns. */
export const POOL_MAX = 8;
/** The longest a statement may take: single rows by their keys. */
export const STATEMENT_PATIENCE_MS = 5_000;

/** Between two looks at the counts that operators see. */
export const FIGURES_PAUSE_MS = 5_000;

/**
 * Compute units that a completion with the recipient's token account may use: the real token bridge takes some 150,000, and
 * the default for its instructions would refuse the rest.
 */
export const COMPLETION_COMPUTE_UNITS = 400_000;

/** Signatures of a quorum of 19 guardians are verified in two transactions, and a third posts. */
export const MAX_POSTING_STEPS = 3;
