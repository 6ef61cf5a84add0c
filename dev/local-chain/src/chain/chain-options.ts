import type { Genesis } from './genesis';
import * as limits from './limits';

/**
 * - `always`: a block each slot, as on the real chains
 * - `on_demand`: a block each slot from a transaction, or a fork, until that is final; one in IDLE_SLOTS otherwise
 */
export type BlockPace = 'always' | 'on_demand';

export interface LocalChainOptions {
  /** Where the chain is kept. Without it, it lives in memory and ends with the process. */
  readonly dataDir?: string;
  readonly slotMs?: number;
  /** Of a chain that runs; `always` by default. */
  readonly blocks?: BlockPace;
  /** Blocks on top after which a block is confirmed, and final; 1 and 8 by default. */
  readonly confirmAfterBlocks?: number;
  readonly finalizeAfterBlocks?: number;
  /** 32 bytes the faucet's key is made of; the same seed is the same faucet. */
  readonly faucetSeed?: Uint8Array;
  readonly genesis?: Genesis;
  readonly historyBlocksMax?: number;
  readonly historyTransactionsMax?: number;
  readonly logSegmentBytes?: number;
  readonly logSegmentRecords?: number;
  readonly logSegmentsKept?: number;
  /** Milliseconds since 1970; the clock of the machine by default. */
  readonly now?: () => number;
}

/** A seed for chains that nobody but a test ever sees. */
const FAUCET_SEED_DEFAULT = new Uint8Array(32).fill(7);

/** @throws RangeError for depths that make no chain */
export function settingsOf(options: LocalChainOptions) {
  const confirmAfterBlocks = options.confirmAfterBlocks ?? limits.CONFIRM_AFTER_BLOCKS_DEFAULT;
  const finalizeAfterBlocks = options.finalizeAfterBlocks ?? limits.FINALIZE_AFTER_BLOCKS_DEFAULT;
  const max = limits.FINALIZE_AFTER_BLOCKS_MAX;
  const isOrdered = confirmAfterBlocks >= 1 && confirmAfterBlocks <= finalizeAfterBlocks;
  if (!isOrdered || finalizeAfterBlocks > max) {
    throw new RangeError(
      `confirmAfterBlocks ${confirmAfterBlocks}, finalizeAfterBlocks ${finalizeAfterBlocks}: want 1 <= confirm <= finalize <= ${max}`,
    );
  }
  return {
    confirmAfterBlocks,
    finalizeAfterBlocks,
    slotMs: options.slotMs ?? limits.SLOT_MS_DEFAULT,
    blocks: options.blocks ?? 'always',
    faucetSeed: options.faucetSeed ?? FAUCET_SEED_DEFAULT,
    genesis: options.genesis ?? {},
    dataDir: options.dataDir,
    now: options.now ?? Date.now,
    history: {
      blocksMax: options.historyBlocksMax ?? limits.HISTORY_BLOCKS_MAX,
      transactionsMax: options.historyTransactionsMax ?? limits.HISTORY_TRANSACTIONS_MAX,
    },
    log: {
      segmentBytes: options.logSegmentBytes ?? limits.LOG_SEGMENT_BYTES,
      segmentRecords: options.logSegmentRecords ?? limits.LOG_SEGMENT_RECORDS,
      segmentsKept: options.logSegmentsKept ?? limits.LOG_SEGMENTS_KEPT,
    },
  };
}

export type ChainSettings = ReturnType<typeof settingsOf>;
