import type { Address } from '../address';

/** A place in a chain: the last block that was read. `blockhash` is null only where reading begins at a bare slot. */
export interface ChainCursor {
  readonly slot: number;
  readonly blockhash: string | null;
}

/** A finalized block, checked in shape. Slots without a block are not there: `parentSlot` tells. */
export interface Block {
  readonly slot: number;
  readonly blockhash: string;
  readonly parentSlot: number;
  readonly previousBlockhash: string;
  /** Unix time as the chain estimates it; null where a node does not know it. */
  readonly timestampSeconds: number | null;
  /** In the order of the block: those that were asked for. */
  readonly transactions: readonly BlockTransaction[];
}

/** A block without what is in it. */
export interface BlockOutline extends Pick<
  Block,
  'slot' | 'blockhash' | 'parentSlot' | 'previousBlockhash'
> {
  /** Of all its transactions, in order. */
  readonly signatures: readonly string[];
}

export interface BlockTransaction {
  /** Place in the block, from 0. */
  readonly index: number;
  readonly signature: string;
  /** The chain's error as JSON; null where the transaction succeeded. */
  readonly error: string | null;
  /** The fee payer first; loaded addresses behind the message's own: what an account index counts. */
  readonly accounts: readonly Address[];
  readonly signerCount: number;
  readonly feeLamports: bigint;
  /** Lamports by account index. */
  readonly lamportsBefore: readonly bigint[];
  readonly lamportsAfter: readonly bigint[];
  readonly tokensBefore: readonly TokenBalance[];
  readonly tokensAfter: readonly TokenBalance[];
  /** Instructions in the order in which they ran: each, then those it called. */
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
  /** Empty where it is longer than any that is read here (`MAX_DATA_BYTES`). */
  readonly data: Uint8Array;
  /** 1 for an instruction of the message, more for one that a program called. */
  readonly depth: number;
}
