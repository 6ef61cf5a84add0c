/** Every limit of the chain client, with the reason for its size. */

/** Operators pay for two providers; comparing more than two answers needs another rule. */
export const MAX_ENDPOINTS = 2;

/** A node answers small requests in tens of milliseconds; after five seconds it is down. */
export const REQUEST_TIMEOUT_MS = 5_000;
/** A block of a busy chain is 5 to 15 MB, the largest legal ones a hundred times that: two minutes at 100 Mbit/s. */
export const BLOCK_TIMEOUT_MS = 120_000;
/** A node silent for this long will send nothing more. */
export const BLOCK_SILENCE_MS = 20_000;
/** For every answer but a block's, which is streamed: a hundred accounts, ten thousand slots, a thousand signatures. */
export const MAX_RPC_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * A transaction as JSON. The largest legal one is some 1.2 MB: programs make up to 64 calls with 10 KiB of data each,
 * which are 14 kB of base58, log 10 kB, and name up to 128 accounts.
 */
export const MAX_TRANSACTION_JSON_BYTES = 4 * 1024 * 1024;
/** A block without its transactions is some hundred bytes. */
export const MAX_BLOCK_REST_BYTES = 64 * 1024;
/** A whole block: a thousand of the largest transactions are about what a block's compute units pay for. */
export const MAX_BLOCK_ANSWER_BYTES = 2 * 1024 * 1024 * 1024;
/** The cheapest transaction takes about a thousand of a block's hundred million compute units. */
export const MAX_BLOCK_TRANSACTIONS = 200_000;
/** Accounts, balances, instructions and log lines held of one block: some 50 bytes each, 200 MB. */
export const MAX_WANTED_ENTRIES = 4_000_000;
/** A read ends with the block that reaches this number of entries; the next read continues there. */
export const WANTED_ENTRIES_PER_READ = 1_000_000;
/** Instruction data that is decoded. Vault and bridge take less than 200 bytes; decoding time grows with the square. */
export const MAX_DATA_BYTES = 512;
/** Attempts of one request over all endpoints, with the pauses between them: about three seconds in all. */
export const MAX_ATTEMPTS = 5;
export const FIRST_RETRY_MS = 100;
export const LAST_RETRY_MS = 2_000;
/** An endpoint that failed is used last for this long. */
export const COOL_DOWN_MS = 5_000;

/** Blocks per read: 100 slots are 40 seconds of a chain. */
export const MAX_BLOCKS_PER_READ = 100;
/** Blocks requested at the same time from one endpoint: each holds a transaction, and the wanted parts of it. */
export const BLOCKS_AT_ONCE = 4;
/** Slots searched for the next block in one request: nodes refuse more than 500,000. */
export const SEARCH_SLOTS = 10_000;

/** The most that nodes accept in one request. */
export const MAX_ACCOUNTS_PER_READ = 100;
export const MAX_SIGNATURES_PER_REQUEST = 256;
/**
 * Reads of the same accounts until two endpoints agree: a busy account changes between two answers, and a node that
 * lags needs a slot's time (400 ms) for each slot. Two reads per slot, so that none is missed: 12 slots in all.
 */
export const MAX_AGREEMENT_READS = 24;
export const AGREEMENT_PAUSE_MS = 200;
/** After fewer reads, a difference at one slot is not a contradiction yet: one name may hide two machines. */
export const MIN_AGREEMENT_READS = 6;

/** Signatures of an address per request: the most that nodes list. Ten requests are one listing, a megabyte of text. */
export const SIGNATURES_PER_PAGE = 1_000;
export const SIGNATURE_PAGES_PER_LISTING = 10;
/** Transactions of one account examined per call: two requests each, one for a whole block; shorter than any lease. */
export const TRANSACTIONS_PER_SEARCH = 50;
/**
 * Listed but not yet examined signatures of all searches together: 30 MB. Naming accounts that often costs an attacker
 * more than a native unit.
 */
export const MAX_SEARCHED_SIGNATURES = 300_000;

/** What the program of lookup tables takes: a place in a table is one byte. */
export const MAX_LOOKUP_ADDRESSES = 256;
/** Added in one transaction, beside all that makes a new table: 32 bytes each. */
export const LOOKUP_ADDRESSES_PER_TRANSACTION = 16;

/** A blockhash is valid for this many blocks (Solana's MAX_PROCESSING_AGE). */
export const BLOCKHASH_VALID_BLOCKS = 150;
/**
 * Maximum height difference between two nodes: half an hour of blocks. Beyond it, one has stopped or lies, and a height
 * that is far too high would keep a transaction from ever expiring.
 */
export const MAX_HEIGHT_SPREAD = 5_000;

/**
 * A connection to a node that nobody used for so long is closed: sooner than the shortest usual limit of servers, five
 * seconds.
 */
export const IDLE_CONNECTION_MS = 4_000;

/** Answers of the guardians and of the swap service are some kilobytes. */
export const HTTP_TIMEOUT_MS = 10_000;
export const MAX_HTTP_ANSWER_BYTES = 256 * 1024;
