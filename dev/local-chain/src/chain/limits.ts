/** The constants of a local chain, each with its reason. */

/** Default slot time: as on the real chains. */
export const SLOT_MS_DEFAULT = 400;
/** An idle `on_demand` chain makes a block each this many slots: it advances, as chains do, at almost no cost. */
export const IDLE_SLOTS = 25;
/**
 * Blocks after the last final one before such a chain is idle. A client that polls blocks may be some behind, and a
 * block that no one needs costs less than its wait.
 */
export const BLOCKS_AFTER_FINAL = 3;
/** A block is confirmed after this many later blocks: a cluster's votes arrive about one block later. */
export const CONFIRM_AFTER_BLOCKS_DEFAULT = 1;
/** A block is final after this many later blocks. 32 on the real chain; 8 makes a local deposit take 3 seconds. */
export const FINALIZE_AFTER_BLOCKS_DEFAULT = 8;
/** The real chain's number, and the most undo journals that a read at a commitment must walk through. */
export const FINALIZE_AFTER_BLOCKS_MAX = 64;
/** A transaction may name the hash of one of the last 150 blocks, as on the real chain. */
export const BLOCKHASH_BLOCKS = 150;
/** SlotHashes holds 512 on the real chain; only lookup tables use it, for a slot seconds old. */
export const SLOT_HASHES_RETAINED = 64;
/** A packet of 1,280 bytes minus its headers, as on the real chain. */
export const TRANSACTION_BYTES_MAX = 1_232;
/** The same as on the real chain. */
export const SLOTS_PER_EPOCH = 432_000;
export const LAMPORTS_PER_SIGNATURE = 5_000n;

/** Half a day at the default slot; older blocks answer "cleaned up". An empty one costs about 200 bytes. */
export const HISTORY_BLOCKS_MAX = 108_000;
/** With its metadata a transaction takes about 6 kB of memory: 20,000 are 120 MB. */
export const HISTORY_TRANSACTIONS_MAX = 20_000;
/** At this size the log continues in a new file, which begins with all accounts: this limits what a start replays. */
export const LOG_SEGMENT_BYTES = 16 * 1024 * 1024;
/**
 * Also after this many records, as an idle chain writes many small ones. With the retained files, this is the history
 * of blocks.
 */
export const LOG_SEGMENT_RECORDS = 36_000;
/** Old files stay only for history. All are read at a start: 48 MB or 108,000 records take about a second. */
export const LOG_SEGMENTS_RETAINED = 3;
/** The most one call advances the chain: more is a mistake in a test, and would block the process for seconds. */
export const ADVANCE_SLOTS_MAX = 10_000;
/** A stalled chain looks dead; for a longer outage, stop it. */
export const STALL_MS_MAX = 600_000;

/** The faucet's balance at genesis: the 550 million SOL that exist are never exceeded. */
export const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n;
/** A single airdrop: 1,000 native units pay for a million transactions. */
export const AIRDROP_LAMPORTS_MAX = 1_000n * 1_000_000_000n;
