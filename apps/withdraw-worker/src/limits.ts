/** The limits of the withdraw-worker, each with the reason for its size. */

/** Withdrawals worked on at once: each sends several requests to the chain, whose nodes limit requests a second. */
export const WITHDRAWALS_AT_ONCE = 16;
/** A step that takes longer has met a node that does not answer. Another process may then take the withdrawal too. */
export const WITHDRAWAL_LEASE_MS = 30_000;
/** Interval of the search for due withdrawals: less than a slot's time, so that nothing waits for this process. */
export const WITHDRAWALS_PAUSE_MS = 250;

/** One connection per withdrawal would be idle most of the time, so withdrawals share these, with some for requests. */
export const POOL_MAX = 12;
/** Withdrawals that are accepted at once while each may have to pay for an account: a third of the connections. */
export const ACCEPTED_AT_ONCE = 4;
/** The longest a statement may take: single rows by their keys. */
export const STATEMENT_TIMEOUT_MS = 5_000;

/** Interval between updates of the metrics. */
export const FIGURES_PAUSE_MS = 5_000;

/** With the engine's five seconds it fits into the ten that the caller of a withdrawal waits. */
export const ADDRESS_TIMEOUT_MS = 3_000;

/**
 * How often the read position is stored while events contain no withdrawal. After a crash so much is read again, and a
 * busy exchange costs the database nothing.
 */
export const CURSOR_INTERVAL_MS = 5_000;

/** Events are fetched only this often: a busy exchange makes hundreds a second, few of them withdrawals. */
export const EVENTS_BATCH_DELAY_MS = 100;

/** Interval between two looks at a transaction under way: about one and a half slots of the real chain. */
export const BROADCAST_PAUSE_MS = 600;
/** How often a paused vault is looked at again: an operator resumes it by hand. */
export const PAUSED_WAIT_MS = 15_000;
/** How often a withdrawal above today's limit is tried again: the limit may be raised, or start anew at 00:00 UTC. */
export const OUTFLOW_WAIT_MS = 60_000;
/** How often a payout looks whether another has made the account that it needs: a payment takes seconds. */
export const ACCOUNT_WAIT_MS = 2_000;
/** The engine or the database is away. */
export const TROUBLE_WAIT_MS = 2_000;
/** How often a payout looks whether an older one of its user, which would fall out of the vault's window, is over. */
export const WINDOW_WAIT_MS = 15_000;
/** How long a payment that the vault's window shows is searched before an alarm: the nodes' indexes lag by seconds. */
export const UNFOUND_DEBIT_MS = 120_000;
/** A contradiction waits for an operator. */
export const CONTRADICTION_WAIT_MS = 60_000;

/**
 * Transactions in a row that the chain refused for a lasting reason: after so many it will not be paid. Each was signed
 * over a new state of the chain, minutes apart at the end.
 */
export const MAX_REFUSED_ATTEMPTS = 5;

/** Debit and burn take some 150,000 on the real chain, and creating a token account 30,000 more. */
export const PAYOUT_COMPUTE_UNITS = 400_000;

/** Withdrawals that share a transaction: their accounts fill its 1,232 bytes. */
export const MAX_COMPANY = 5;
/** Those debits and the burn, as above. */
export const SHARED_COMPUTE_UNITS = 700_000;
