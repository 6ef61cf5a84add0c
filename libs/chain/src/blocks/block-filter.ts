import type { Address } from '../address';

/** Which transactions of blocks are handed out, and what of them. What two nodes must agree upon is the whole block all the same. */
export interface BlockFilter {
  /** Whether a transaction is handed out. */
  readonly wants: (transaction: MentionedIn) => boolean;
  /**
   * Instructions of other programs are handed out without their accounts and data, but for the one that follows on one of
   * these: what it called. Undefined: all are whole.
   */
  readonly programs?: ReadonlySet<Address>;
}

/** What a transaction names, as the node wrote it: of one that is not wanted, nothing more is read. */
export interface MentionedIn {
  readonly signature: string;
  readonly isFailed: boolean;
  readonly accounts: readonly string[];
  /** Of the token accounts: they need not be among the accounts. */
  readonly owners: readonly string[];
}
