import type { Address } from '../address';

/**
 * A position in a chain: the last block that was read. `blockhash` is null only where reading begins at a bare slot.
 */
export interface ChainCursor {
  readonly slot: number;
  readonly blockhash: string | null;
}

/** A finalized block, checked in shape. Slots without a block are skipped: `parentSlot` shows it. */
export interface Block {
  readonly slot: number;
  readonly blockhash: string;
  readonly parentSlot: number;
  readonly previousBlockhash: string;
  /** Unix time as the chain estimates it; null if a node does not know it. */
  readonly timestampSeconds: number | null;
  /** The requested transactions, in the block's order. */
  readonly transactions: readonly BlockTransaction[];
}

/** A block without its contents. */
export interface BlockOutline extends Pick<
  Block,
  'slot' | 'blockhash' | 'parentSlot' | 'previousBlockhash'
> {
  /** Of all its transactions, in order. */
  readonly signatures: readonly string[];
}

export interface BlockTransaction {
  /** Position in the block, from 0. */
  readonly index: number;
  readonly signature: string;
  /** The chain's error as JSON; null if the transaction succeeded. */
  readonly error: string | null;
  /** Account indexes point into this list: the fee payer first, loaded addresses after the message's own. */
  readonly accounts: readonly Address[];
  readonly signerCount: number;
  readonly feeLamports: bigint;
  /** Lamports by account index. */
  readonly lamportsBefore: readonly bigint[];
  readonly lamportsAfter: readonly bigint[];
  readonly tokensBefore: readonly TokenBalance[];
  readonly tokensAfter: readonly TokenBalance[];
  /** Instructions in execution order: each, followed by those it called. */
  readonly instructions: readonly BlockInstruction[];
  readonly logs: readonly string[];
}

export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: Address;
  readonly owner: Address;
  readonly tokenProgram: Address;
  readonly amount: bigint;
}

export interface BlockInstruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  /** Empty if it is longer than any data read here (`MAX_DATA_BYTES`). */
  readonly data: Uint8Array;
  /** 1 for an instruction of the message, more for one called by a program. */
  readonly depth: number;
}
