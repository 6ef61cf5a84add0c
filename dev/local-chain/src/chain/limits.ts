/** The numbers of a local chain, each with its reason. */

/** How long a slot takes unless an option says otherwise: as on the real chains. */
export const SLOT_MS_DEFAULT = 400;
/** Slots of a block of an idle chain that makes them on demand: it goes on, as chains do, and costs next to nothing. */
export const IDLE_SLOTS = 25;
/**
 * Blocks on top of what is final before such a chain is idle. Who watches a chain by its blocks may be some behind, and a
 * block that nobody waits for costs less than the wait.
 */
export const BLOCKS_AFTER_FINAL = 3;
/** A block is confirmed when this many lie on top of it: a cluster's votes arrive about one block later. */
export const CONFIRM_AFTER_BLOCKS_DEFAULT = 1;
/** A block is final when this many lie on top of it. 32 on the real chain; 8 keeps a local deposit at 3 seconds. */
export const FINALIZE_AFTER_BLOCKS_DEFAULT = 8;
/** What the real chain takes, and the most that reads as of a commitment have to walk through. */
export const FINALIZE_AFTER_BLOCKS_MAX = 64;
/** A transaction may name the hash of one of the last 150 blocks, as on the real chain. */
export const BLOCKHASH_BLOCKS = 150;
/** SlotHashes holds 512 on the real chain; only lookup tables ask, for a slot seconds old. */
export const SLOT_HASHES_KEPT = 64;
/** A packet of 1,280 bytes less its headers: the real chain's. */
export const TRANSACTION_BYTES_MAX = 1_232;
/** The same as on the real chain. */
export const SLOTS_PER_EPOCH = 432_000;
export const LAMPORTS_PER_SIGNATURE = 5_000n;

/** Half a day at the default slot; older blocks answer "cleaned up". An empty one costs about 200 bytes. */
export const HISTORY_BLOCKS_MAX = 108_000;
/** With its metadata a transaction takes about 6 kB of memory: 20,000 are 120 MB. */
export const HISTORY_TRANSACTIONS_MAX = 20_000;
/** The log is continued in a new file at this size, which begins with all accounts: what a start has to replay. */
export const LOG_SEGMENT_BYTES = 16 * 1024 * 1024;
/** Or at so many records: an idle chain writes little and often. With the files kept it is the history of blocks. */
export const LOG_SEGMENT_RECORDS = 36_000;
/** Old files stay for their history alone. All are read at a start: 48 MB or 108,000 records take about a second. */
export const LOG_SEGMENTS_KEPT = 3;
/** The most one call moves the chain: more is a mistake in a test, and would hold the process for seconds. */
export const ADVANCE_SLOTS_MAX = 10_000;
/** A stalled chain looks dead; longer than this is better said by stopping it. */
export const STALL_MS_MAX = 600_000;

/** What the faucet owns at genesis: more than the 550 million SOL that exist are never needed. */
export const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n;
/** A single airdrop: 1,000 native units pay for a million transactions. */
export const AIRDROP_LAMPORTS_MAX = 1_000n * 1_000_000_000n;
