/** The limits of the deposit-listener, each with the reason for its size. */
import type { RateLimit } from '@bellwether/runtime';

/** A connection for each worker that is likely to run at the same time, two for the scans' locks, some for requests. */
export const POOL_MAX = 16;
/** The longest a statement may take: a transaction of many findings on a busy server, with room to spare. */
export const STATEMENT_TIMEOUT_MS = 15_000;

/** How often the end of a chain is read: about a slot's time, so that deposits wait for finality alone. */
export const SCAN_PAUSE_MS = 400;
/** Blocks of one read. Full blocks have some megabytes, and a process must hold those of two reads. */
export const BLOCKS_PER_SCAN = 20;
/** A few failures of a node are normal. A block that cannot be read so often although the nodes know it is not. */
export const READ_FAILURES_BEFORE_ALARM = 5;
/** Findings of one transaction: a second of PostgreSQL's time at most. A block is never divided. */
export const FINDINGS_PER_TRANSACTION = 500;
/** A scan further behind than this is not ready: a deposit of a minute ago may not be shown. */
export const MAX_READY_LAG_SECONDS = 60;

/** Rows of the watched set read at once: some megabytes. */
export const WATCHES_PER_READ = 5_000;
/**
 * The filter of watched addresses: 16 MiB, however many addresses are requested. With 4 million users, three addresses
 * each, one in a hundred other addresses passes it; with twenty million, two in three. Each that passes costs a place
 * in a database query.
 */
export const WATCH_FILTER_BITS = 2 ** 27;
/**
 * New addresses, all callers together, per process: a row stays for ever, some 600 bytes with its indexes. 100,000
 * users of a builder take half an hour, and an attacker fills at most 2.6 GB of disk a day. Known users are always
 * answered.
 */
export const NEW_WATCHES: RateLimit = { requests: 50, perMs: 1_000, burst: 100_000 };
/** Addresses of one database query: half a megabyte, a tenth of a second. */
export const ADDRESSES_PER_LOOKUP = 5_000;
/** Users looked up last: about a kilobyte each, 10 MB. */
export const MAX_RECENT_WATCHES = 10_000;

/** Accounts of one balance check: the most that nodes return at once. */
export const ACCOUNTS_PER_BALANCE_CHECK = 100;
/**
 * Interval between two balance checks of a chain, whatever the number of users: 20 requests a minute. All accounts of
 * 100,000 users are checked in an hour and forty minutes; a new user's come first.
 */
export const BALANCE_CHECK_PAUSE_MS = 3_000;
/**
 * Transactions of one account that are searched if its balance differs from the scan's: one request to each node per
 * transaction, half a minute in all. Anyone can add more with dust; earlier ones raise an alarm.
 */
export const TRANSACTIONS_PER_RESCAN = 100;
/**
 * Accounts that were empty when checked, remembered so that their first movement has something to follow from: 20 MB.
 * The longest known are evicted. An account that once held something has cost its rent and stays.
 */
export const MAX_EMPTY_BALANCES = 100_000;
/**
 * Accounts that wait to be searched, because the balance before a movement was not the one after the previous movement.
 */
export const MAX_BALANCE_GAPS = 1_000;
/** A node that is away for a minute is normal; an account that cannot be read so often is not. */
export const ACCOUNT_FAILURES_BEFORE_ALARM = 10;
/** Accounts whose failures are counted. Others are still retried. */
export const MAX_ACCOUNT_TROUBLES = 10_000;

/** Doubtful proxy wallets of one credit check, and as many others in turn: together what nodes return at once. */
export const PROXIES_PER_CREDIT_CHECK = 50;
/**
 * Interval between two credit checks, whatever the number of users: 60 requests a minute. A credit without a log waits
 * for two checks; the wallets of 100,000 users are checked in 35 minutes.
 */
export const CREDIT_CHECK_PAUSE_MS = 1_000;
/** Doubtful users, and credits of one user, that a process remembers. The chain's history has the others. */
export const MAX_CREDIT_DOUBTS = 10_000;
export const MAX_CREDITS_OF_DOUBT = 1_000;
/** Transactions of one proxy wallet that are searched for credits: two requests each, a minute in all. */
export const TRANSACTIONS_PER_CREDIT_SEARCH = 300;
/**
 * Searches of one tick, and when the same wallet's history is searched again: nodes may know by then what they omitted.
 */
export const CREDIT_SEARCHES_PER_TICK = 2;
export const CREDIT_SEARCH_PAUSE_MS = 30_000;

/** Interval between updates of the metrics. */
export const FIGURES_PAUSE_MS = 5_000;

/** How often a transaction that a request waits for is looked up. */
export const TRANSACTION_PAUSE_MS = 500;

/** Tiers held in memory: about 200 bytes each, 2 MB. The oldest are evicted. */
export const MAX_CACHED_TIERS = 10_000;

/** Stored transactions looked at in one tick: two requests per node each. */
export const BROADCASTS_AT_ONCE = 32;
/** The next process may look at them then: longer than all attempts of two requests. */
export const BROADCAST_LEASE_MS = 20_000;
/**
 * A blockhash expires after a minute or two, and finality takes seconds. A transaction without an end by then may never
 * have one.
 */
export const UNPROVEN_AFTER_MS = 10 * 60 * 1_000;
/**
 * Transactions that raised an alarm, so that it is not repeated. Above this number all are forgotten, and the alarms
 * repeat once.
 */
export const MAX_REPORTED_TRANSACTIONS = 1_000;
/** Interval of the search for due transactions: less than a slot, because users wait for some of them. */
export const BROADCAST_PAUSE_MS = 300;

/** How long a request waits for its transaction, below the 45 s after which its caller stops waiting. */
export const TRANSACTION_TIMEOUT_MS = 40_000;
/** How often a transaction that expired or failed is made again for one request. */
export const TRANSACTION_ATTEMPTS = 3;

/** Accounts searched in one tick: one request each, and one more for each of its transactions. */
export const RESCANS_PER_TICK = 2;
