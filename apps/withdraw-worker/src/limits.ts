/** Every bound of the withdraw-worker, with the reason for its size. */

/** Withdrawals looked at at the same time: each look is some questions to the chain, which nodes limit by the second. */
export const WITHDRAWALS_AT_ONCE = 16;
/** A look that takes longer has met a node that does not answer; another process may look as well then. */
export const WITHDRAWAL_LEASE_MS = 30_000;
/** Between two looks for withdrawals that are due: below a slot's time, so that nothing waits for us. */
export const WITHDRAWALS_PAUSE_MS = 250;

/** A connection for each withdrawal in hand would be idle most of the time: these take turns, with some for requests. */
export const POOL_MAX = 12;
/** The longest a statement may take: single rows by their keys. */
export const STATEMENT_PATIENCE_MS = 5_000;

/** Between two looks at the counts that operators see. */
export const FIGURES_PAUSE_MS = 5_000;

/** With the engine's five seconds it fits into the ten that the caller of a withdrawal waits. */
export const ADDRESS_TIMEOUT_MS = 3_000;

/**
 * How often the place in the engine's events is written where they hold no withdrawal: after a crash so much is read again,
 * and a trading exchange costs the database nothing.
 */
export const CURSOR_INTERVAL_MS = 5_000;

/** Events are fetched this seldom: a trading exchange makes hundreds a second, few of them withdrawals. */
export const EVENTS_BATCH_DELAY_MS = 100;

/** Between two looks at a transaction under way: about a slot of the real chain and a half. */
export const BROADCAST_PAUSE_MS = 600;
/** A paused vault is looked at again this often: somebody unpauses it by hand. */
export const PAUSED_WAIT_MS = 15_000;
/** What does not fit today is tried again this often: the limit may be raised, and at 00:00 UTC it is a new day's. */
export const OUTFLOW_WAIT_MS = 60_000;
/** The engine or the database is away. */
export const TROUBLE_WAIT_MS = 2_000;
/** A contradiction waits for a person. */
export const CONTRADICTION_WAIT_MS = 60_000;

/**
 * Transactions in a row that the chain took and refused, all for a reason that stays: then it is not going to be paid. Each
 * was signed over a new state of the chain, minutes apart at the end.
 */
export const MAX_REFUSED_ATTEMPTS = 5;

/** Debit and burn take some 150,000 on the real chain, and a token account that must be made 30,000 more. */
export const PAYOUT_COMPUTE_UNITS = 400_000;
