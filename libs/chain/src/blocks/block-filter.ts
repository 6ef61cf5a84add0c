import type { Address } from '../address';

/**
 * Which transactions of blocks are returned, and which parts of them. Two nodes must still agree on the whole block.
 */
export interface BlockFilter {
  /** True if a transaction is to be returned. */
  readonly wants: (transaction: MentionedIn) => boolean;
  /**
   * Instructions of other programs are returned without accounts and data, except those that an instruction of these
   * called. Undefined: all instructions are complete.
   */
  readonly programs?: ReadonlySet<Address>;
}

/** The addresses of a transaction, as the node wrote them. Nothing more is read of an unwanted transaction. */
export interface MentionedIn {
  readonly signature: string;
  readonly isFailed: boolean;
  readonly accounts: readonly string[];
  /** Owners of the token accounts; they need not be among the accounts. */
  readonly owners: readonly string[];
}
