/** Every bound of the deposit-listener, with the reason for its size. */
import type { RateLimit } from '@bellwether/runtime';

/** A connection for each worker that is likely to be at work at the same time, two for the scans' locks, some for requests. */
export const POOL_MAX = 16;
/** The longest a statement may take: a transaction of many findings on a busy server, with room to spare. */
export const STATEMENT_PATIENCE_MS = 15_000;

/** How often the end of a chain is looked at: about a slot's time, so that a deposit waits for finality and not for us. */
export const SCAN_PAUSE_MS = 400;
/** Blocks of one reading. With a full block of some megabytes this is what a process can hold beside another reading. */
export const BLOCKS_PER_SCAN = 20;
/** A node that fails a few times is no news; a block that cannot be read this often, while the nodes know of it, is. */
export const READ_FAILURES_BEFORE_ALARM = 5;
/** Findings of one transaction: a second of PostgreSQL's time at most. A block is never divided. */
export const FINDINGS_PER_TRANSACTION = 500;
/** A scan further behind than this is not ready: what was deposited a minute ago may not show. */
export const MAX_READY_LAG_SECONDS = 60;

/** Rows of the watched set read at once: some megabytes. */
export const WATCHES_PER_READ = 5_000;
/**
 * The filter of what is watched: 16 MiB, whoever asks for how many addresses. Of the places of 4 million users, three each, one in a
 * hundred others passes it; of twenty million, two in three, and each costs a place in a question to the database.
 */
export const WATCH_FILTER_BITS = 2 ** 27;
/**
 * New addresses of all callers together, by each process: a row is there for ever, some 600 bytes with its indexes. 100,000 users of a
 * builder move in within half an hour; who only wants to fill a disk gets 2.6 GB a day. Known users are answered all the same.
 */
export const NEW_WATCHES: RateLimit = { requests: 50, perMs: 1_000, burst: 100_000 };
/** Addresses of one question to the database: half a megabyte, a tenth of a second. */
export const ADDRESSES_PER_LOOKUP = 5_000;
/** Users who were looked up last: about a kilobyte each, 10 MB. */
export const MAX_RECENT_WATCHES = 10_000;

/** Accounts of one balance check: what nodes answer at once. */
export const ACCOUNTS_PER_BALANCE_CHECK = 100;
/**
 * Between two balance checks of a chain, whatever the number of users: 20 questions a minute. All accounts of 100,000
 * users are looked at in an hour and forty minutes; a new user's come first.
 */
export const BALANCE_CHECK_PAUSE_MS = 3_000;
/**
 * Transactions of one account that are looked through where its balance is not what the scan knows: a question to each node
 * for each, half a minute in all. Anyone can make more of them with dust; what lies before is told of.
 */
export const TRANSACTIONS_PER_RESCAN = 100;
/**
 * Accounts that held nothing when they were looked at, remembered so that their first movement has something to follow from:
 * 20 MB. The longest known give way. An account that held something once has cost its rent, and is remembered.
 */
export const MAX_EMPTY_BALANCES = 100_000;
/** Accounts whose balance was another before a movement than after the one before it, that wait to be looked through. */
export const MAX_BALANCE_GAPS = 1_000;
/** A node that is away for a minute is no news; an account that cannot be read this often is. */
export const ACCOUNT_FAILURES_BEFORE_ALARM = 10;
/** Accounts whose failures are counted: the others are tried again all the same. */
export const MAX_ACCOUNT_TROUBLES = 10_000;

/** Proxy wallets of one credit check that are in doubt, and as many others in turn: together what nodes answer at once. */
export const PROXIES_PER_CREDIT_CHECK = 50;
/**
 * Between two credit checks, whatever the number of users: 60 questions a minute. A credit that no log told waits for two of
 * them; the wallets of 100,000 users are looked at in 35 minutes.
 */
export const CREDIT_CHECK_PAUSE_MS = 1_000;
/** Users in doubt, and credits of one of them, that a process remembers; the chain's history tells of the others. */
export const MAX_CREDIT_DOUBTS = 10_000;
export const MAX_CREDITS_OF_DOUBT = 1_000;
/** Transactions of one proxy wallet that are looked through for credits: two questions each, a minute in all. */
export const TRANSACTIONS_PER_CREDIT_SEARCH = 300;
/** Searches of one round, and when the same wallet's history is searched again: nodes may know by then what they left out. */
export const CREDIT_SEARCHES_PER_ROUND = 2;
export const CREDIT_SEARCH_PAUSE_MS = 30_000;

/** Between two looks at the counts that operators see. */
export const FIGURES_PAUSE_MS = 5_000;

/** A transaction that a request waits for is asked for this often. */
export const TRANSACTION_PAUSE_MS = 500;

/** Tiers held in memory: about 200 bytes each, 2 MB. The longest read give way. */
export const MAX_CACHED_TIERS = 10_000;

/** Kept transactions looked at in one round: two questions a node each. */
export const BROADCASTS_AT_ONCE = 32;
/** The next process may look at them then: longer than all attempts of two questions. */
export const BROADCAST_LEASE_MS = 20_000;
/** A blockhash runs out after a minute or two, and finality takes seconds: what has no end by then may never have one. */
export const UNPROVEN_AFTER_MS = 10 * 60 * 1_000;
/** Transactions that somebody was told of, so as not to be told again; past it all are forgotten, and told once more. */
export const MAX_TOLD_TRANSACTIONS = 1_000;
/** Between two looks for transactions that are due: less than a slot, as people wait for some of them. */
export const BROADCAST_PAUSE_MS = 300;

/** A request waits this long for its transaction, below the 45 s after which its caller stops waiting. */
export const TRANSACTION_PATIENCE_MS = 40_000;
/** Times that a transaction which expired or failed is made again for one request. */
export const TRANSACTION_ATTEMPTS = 3;

/** Accounts looked through in one round: each is a question, and one more for each of its transactions. */
export const RESCANS_PER_ROUND = 2;
