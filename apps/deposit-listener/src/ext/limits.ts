/** Limits of the work on ext deposits, each with the reason for its size. */

/** Deposits decided in one tick: a few milliseconds each, because they are decided in order, one at a time. */
export const DECISIONS_AT_ONCE = 32;
/** If a worker dies while it works on deposits, others continue after this. A quote may take ten seconds. */
export const DECISION_LEASE_MS = 20_000;

/** Deposits or recoveries worked on at once: each sends a few requests to nodes and services. */
export const STEPS_AT_ONCE = 8;
/** Deposits sent over the bridge at once: a few requests each. More than share, so that groups are of one size. */
export const BRIDGED_AT_ONCE = 32;
/** Deposits that share a transfer: their accounts fill its 1,232 bytes. */
export const MAX_COMPANY = 8;
/** Longer than all requests of one step at their slowest. After this the rows decide. */
export const STEP_LEASE_MS = 45_000;

/** Interval of the search for due work: less than a slot of either chain. */
export const WORK_PAUSE_MS = 250;
/** Interval between two looks at a transaction under way: about a slot. */
export const LOOK_PAUSE_MS = 400;
/** A node or service that does not answer is not asked again for a deposit before this. */
export const AWAY_PAUSE_MS = 2_000;
/** A contradiction with the chain waits for an operator: it is looked at again, and alarmed, once a minute. */
export const CONTRADICTION_PAUSE_MS = 60_000;

/** A token without a route is not quoted again for a minute, so that a flood of it costs one request. */
export const REFUSED_MINT_MS = 60_000;
/** Such tokens held in memory, about a megabyte. The oldest are evicted. */
export const MAX_REFUSED_MINTS = 10_000;

/** Attempts to create an account or pay rent before the deposit that needs it counts as failed. */
export const PREPARATION_ATTEMPTS = 20;
/** Older ones do not count: all of a user's deposits share them, and an outage must not refuse those that come later. */
export const PREPARATION_ATTEMPTS_MS = 60 * 60 * 1_000;

export const TOKEN_ACCOUNT_BYTES = 165;

/** How long a recovery waits for the scan to pass the slot of the balance that it read. Then it starts again. */
export const SCAN_TIMEOUT_MS = 5_000;
export const SCAN_LOOK_PAUSE_MS = 50;
/**
 * A recovery does not use a balance that was read sooner than this after money moved at the address: a node may lag so
 * much, and the clocks of two listeners may differ.
 */
export const MOVED_MARGIN_MS = 10_000;
/**
 * A refusal in a simulation, or a missing account, may be one node's lag; after a minute it is the truth. The minute
 * begins with the first look that saw it, because nobody may have looked for a minute: nodes were away, or a
 * transaction expired.
 */
export const RECOVERY_TIMEOUT_MS = 60_000;
/** Recoveries whose minute is remembered. Above this all are forgotten, and their minutes begin again. */
export const MAX_REFUSED_RECOVERIES = 10_000;
/** Transactions of one recovery that may fail or expire. Each that lands costs its fee. */
export const RECOVERY_ATTEMPTS = 10;
/** How long a recovery request waits for its transaction to be signed, far below its caller's 45 s. */
export const RECOVERY_ANSWER_MS = 15_000;
export const RECOVERY_ANSWER_PAUSE_MS = 100;

/** Token accounts beside the associated one that a recovery empties, the fullest first: more do not fit a transaction. */
export const MAX_OTHER_ACCOUNTS = 6;

/** How often withdrawn amounts are returned to the day's cap: one sum over the day's deposits. */
export const GIVE_BACK_PAUSE_MS = 5_000;

/** Offers requested in one attempt of a swap, each without the exchanges of those that could not be decoded. */
export const MAX_ROUTES_ASKED = 3;
