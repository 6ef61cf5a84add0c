/** Every bound of the chain client, with the reason for its size. */

/** Two providers are what an operator pays for; comparing more than two answers needs another rule. */
export const MAX_ENDPOINTS = 2;

/** A node answers small questions in tens of milliseconds; five seconds is a node that is not there. */
export const REQUEST_TIMEOUT_MS = 5_000;
/** A block of a busy chain is 5 to 15 MB, the largest legal ones a hundred times that: two minutes of 100 Mbit/s. */
export const BLOCK_TIMEOUT_MS = 120_000;
/** A node that sends nothing more for so long will not. */
export const BLOCK_SILENCE_MS = 20_000;
/** Every answer but a block's, which is read as it comes: a hundred accounts, ten thousand slots, a thousand signatures. */
export const MAX_RPC_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * A transaction as JSON. The largest legal one is some 1.2 MB: programs make up to 64 calls with 10 KiB of data each, which are
 * 14 kB of base58, log 10 kB, and name up to 128 accounts.
 */
export const MAX_TRANSACTION_JSON_BYTES = 4 * 1024 * 1024;
/** A block without its transactions is some hundred bytes. */
export const MAX_BLOCK_REST_BYTES = 64 * 1024;
/** Of a block, together: a thousand of the largest transactions are about what the compute units of a block pay for. */
export const MAX_BLOCK_ANSWER_BYTES = 2 * 1024 * 1024 * 1024;
/** The cheapest transaction takes about a thousand of a block's hundred million compute units. */
export const MAX_BLOCK_TRANSACTIONS = 200_000;
/** Accounts, balances, instructions and lines of logs that are kept of one block: some 50 bytes each, 200 MB. */
export const MAX_KEPT_ENTRIES = 4_000_000;
/** A reading ends with the block by which it holds so many: the next reading goes on there. */
export const KEPT_ENTRIES_PER_READ = 1_000_000;
/** Data of an instruction that is decoded. Vault and bridge take none of 200; the time of decoding grows with its square. */
export const MAX_DATA_BYTES = 512;
/** Attempts of one question over all endpoints, and the pauses between: about three seconds in all. */
export const MAX_ATTEMPTS = 5;
export const FIRST_RETRY_MS = 100;
export const LAST_RETRY_MS = 2_000;
/** An endpoint that failed is asked last for this long. */
export const COOL_DOWN_MS = 5_000;

/** Blocks of one reading: 100 slots are 40 seconds of a chain. */
export const MAX_BLOCKS_PER_READ = 100;
/** Blocks asked for at the same time from one endpoint: each holds a transaction, and what is wanted of it. */
export const BLOCKS_AT_ONCE = 4;
/** Slots searched for the next block in one question: nodes refuse more than 500,000. */
export const SEARCH_SLOTS = 10_000;

/** What nodes accept in one question. */
export const MAX_ACCOUNTS_PER_READ = 100;
/**
 * Readings of the same accounts until two endpoints show the same: a busy account changes between two answers, and a node
 * that is behind needs a slot's time (400 ms) for each slot. Twice a slot, so that none is passed over: 12 slots in all.
 */
export const MAX_AGREEMENT_READS = 24;
export const AGREEMENT_PAUSE_MS = 200;
/** Before so many, what differs at one slot is no contradiction yet: behind a name there may be two machines. */
export const MIN_AGREEMENT_READS = 6;

/** Signatures of an address in one question: what nodes list at most. Ten questions are a listing, a megabyte of text. */
export const SIGNATURES_PER_PAGE = 1_000;
export const SIGNATURE_PAGES_PER_LISTING = 10;
/** Transactions of one account looked at in one call: two questions each, one for a whole block; below any lease. */
export const TRANSACTIONS_PER_SEARCH = 50;
/** Listed and not looked at yet, of all searches together: 30 MB. To name accounts so often costs more than a native unit. */
export const MAX_SEARCHED_SIGNATURES = 300_000;

/** A blockhash is valid for this many blocks (Solana's MAX_PROCESSING_AGE). */
export const BLOCKHASH_VALID_BLOCKS = 150;
/**
 * How far apart the heights of two nodes may be: half an hour of blocks. Farther, one has stopped or lies, and a height that
 * is far too high would let a transaction never expire.
 */
export const MAX_HEIGHT_SPREAD = 5_000;
/** A transaction in bytes (Solana's PACKET_DATA_SIZE). */
export const MAX_TRANSACTION_BYTES = 1_232;

/** Answers of the guardians and of the swap are some kilobytes. */
export const HTTP_TIMEOUT_MS = 10_000;
export const MAX_HTTP_ANSWER_BYTES = 256 * 1024;
