/** Every bound of the work on deposits of ext, with the reason for its size. */

/** Deposits judged in one round: a few milliseconds each, as they are judged in order, one at a time. */
export const DECISIONS_AT_ONCE = 32;
/** Where a worker dies with some in hand, the others judge on after this. A quote may take ten seconds. */
export const DECISION_LEASE_MS = 20_000;

/** Deposits, or recoveries, worked on at the same time: each asks nodes and services a few questions. */
export const STEPS_AT_ONCE = 8;
/** Longer than all questions of one step at their slowest; what happens after it is for the rows to decide. */
export const STEP_LEASE_MS = 45_000;

/** Between two looks for what is due: less than a slot of either chain. */
export const WORK_PAUSE_MS = 250;
/** Between two looks at a transaction of ours that is under way: about a slot. */
export const LOOK_PAUSE_MS = 400;
/** A node or a service that does not answer is not asked again for a deposit before this. */
export const AWAY_PAUSE_MS = 2_000;
/** What contradicts the chain waits for a person: it is looked at again, and alarmed, once a minute. */
export const CONTRADICTION_PAUSE_MS = 60_000;

/** A token that nobody trades is not asked for again for a minute: a flood of it costs one question. */
export const REFUSED_MINT_MS = 60_000;
/** Such tokens held in memory, the oldest give way: about a megabyte. */
export const MAX_REFUSED_MINTS = 10_000;

/** Times that an account is made, or rent laid down, before the deposit that wants it is said to have failed. */
export const PREPARATION_ATTEMPTS = 20;

/** Bytes of a token account, which its rent is asked for. */
export const TOKEN_ACCOUNT_BYTES = 165;

/** How long a recovery waits for the scan to pass the slot of the balance that it read; then it begins anew. */
export const SCAN_PATIENCE_MS = 5_000;
export const SCAN_LOOK_PAUSE_MS = 50;
/**
 * A recovery does not reckon with a balance that was read less than this after money moved at the address: so much may a
 * node lag, and the clocks of two listeners differ.
 */
export const MOVED_MARGIN_MS = 10_000;
/**
 * What a chain refuses in a simulation, or what is not there, may be one node's lag: a minute of it is the truth. It counts
 * from the first look that saw it, as nobody may have looked for a minute: nodes were away, or a transaction ran out.
 */
export const RECOVERY_PATIENCE_MS = 60_000;
/** Recoveries whose minute is remembered: past it all are forgotten, and theirs begin anew. */
export const MAX_REFUSED_RECOVERIES = 10_000;
/** Transactions of one recovery that may fail or expire; each that lands costs its fee. */
export const RECOVERY_ATTEMPTS = 10;
/** The request for a recovery waits this long for its transaction to be signed, far below its caller's 45 s. */
export const RECOVERY_ANSWER_MS = 15_000;
export const RECOVERY_ANSWER_PAUSE_MS = 100;
