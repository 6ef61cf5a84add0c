import type { EncodedAccount } from '@solana/kit';
import type { AccountChange, UndoJournal } from './account-states';
import type { BlockHeader } from './block';
import type { StoredTransaction } from './stored-transaction';

/** Raised when a record changes: an older data folder is refused, not misread. */
export const CHAIN_LOG_VERSION = 1;

/** The head of each log file: all that a start needs without the files before it. */
export interface HeadRecord {
  readonly kind: 'head';
  readonly version: number;
  readonly genesisHash: string;
  readonly clockOffsetSeconds: number;
  readonly rootHeight: number;
  readonly transactionCount: number;
  /** The newest blocks, newest last: those whose hashes are still valid. */
  readonly blocks: readonly BlockHeader[];
  /** Every account as it is at the newest block, and the ways back from there. */
  readonly accounts: readonly EncodedAccount[];
  readonly journals: readonly UndoJournal[];
}

/** All that ever happens to a chain, in order. */
export type ChainRecord =
  | HeadRecord
  | {
      /** A new block is open; short names (slot, parent, time, fork), as there is one each slot. */
      readonly kind: 'block';
      readonly s: number;
      readonly p: number;
      readonly t: number;
      readonly f: number;
    }
  | {
      readonly kind: 'transaction';
      readonly stored: StoredTransaction;
      readonly changes: readonly AccountChange[];
    }
  | {
      /** The blocks above `height` are gone. */
      readonly kind: 'fork';
      readonly height: number;
    }
  | { readonly kind: 'clock'; readonly offsetSeconds: number };
