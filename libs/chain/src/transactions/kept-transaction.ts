/**
 * A signed transaction as it is stored before its first broadcast. It is these bytes for ever: sent again, they are the
 * same transaction, and a chain carries it out at most once.
 */
export interface KeptTransaction {
  /** Base58: the first signature, by which the chain knows the transaction. */
  readonly signature: string;
  readonly wireBytes: Uint8Array;
  readonly blockhash: string;
  /** The last block height at which the chain may take it; never lower than the truth. */
  readonly lastValidBlockHeight: number;
}

/** What it takes to send it, and to see whether it still can land. */
export type BroadcastTransaction = Omit<KeptTransaction, 'blockhash'>;

/** What is known of a kept transaction. Only `final` and `expired` are for ever. */
export type TransactionState =
  /** Not in a block that nodes agree upon. `problem`: what nodes said to the last broadcast, where they refused it. */
  | { readonly state: 'pending'; readonly problem?: string }
  /** In a block that a fork may still drop. */
  | { readonly state: 'confirmed'; readonly slot: number }
  /** In a finalized block. `error` is the chain's, as JSON, where it failed: then it did nothing but pay its fee. */
  | { readonly state: 'final'; readonly slot: number; readonly error: string | null }
  /** Proven never to land: another transaction may take its place. */
  | { readonly state: 'expired' };
