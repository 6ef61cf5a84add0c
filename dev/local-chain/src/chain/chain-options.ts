import type { Genesis } from './genesis';
import * as limits from './limits';

/**
 * - `always`: a block each slot, as on the real chains
 * - `on_demand`: a block each slot from a transaction, or a fork, until it is final; otherwise one in IDLE_SLOTS
 */
export type BlockPace = 'always' | 'on_demand';

export interface LocalChainOptions {
  /** The chain's data folder. Without it, the chain lives in memory and ends with the process. */
  readonly dataDir?: string;
  readonly slotMs?: number;
  /** For a running chain; default `always`. */
  readonly blocks?: BlockPace;
  /** Number of later blocks after which a block is confirmed, and final; default 1 and 8. */
  readonly confirmAfterBlocks?: number;
  readonly finalizeAfterBlocks?: number;
  /** 32 bytes from which the faucet's key is made; the same seed gives the same faucet. */
  readonly faucetSeed?: Uint8Array;
  readonly genesis?: Genesis;
  readonly historyBlocksMax?: number;
  readonly historyTransactionsMax?: number;
  readonly logSegmentBytes?: number;
  readonly logSegmentRecords?: number;
  readonly logSegmentsRetained?: number;
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
}

/** A fixed seed, for chains that only a test uses. */
const FAUCET_SEED_DEFAULT = new Uint8Array(32).fill(7);

/** @throws RangeError for confirmation depths that are impossible */
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
      segmentsRetained: options.logSegmentsRetained ?? limits.LOG_SEGMENTS_RETAINED,
    },
  };
}

export type ChainSettings = ReturnType<typeof settingsOf>;
