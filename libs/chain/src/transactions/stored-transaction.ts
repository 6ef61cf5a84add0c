/**
 * A signed transaction as stored before its first broadcast. Its bytes never change: sent again, they are the same
 * transaction, and a chain executes it at most once.
 */
export interface StoredTransaction {
  /** Base58: the first signature, which identifies the transaction on chain. */
  readonly signature: string;
  readonly wireBytes: Uint8Array;
  readonly blockhash: string;
  /** The last block height at which the chain may accept it; never lower than the true one. */
  readonly lastValidBlockHeight: number;
}

/** The data to send it, and to check whether it can still land. */
export type BroadcastTransaction = Omit<StoredTransaction, 'blockhash'>;

/** The known state of a stored transaction. Only `final` and `expired` are permanent. */
export type TransactionState =
  /** Not in a block that nodes agree on. `problem`: the nodes' reason if they refused the last broadcast. */
  | { readonly state: 'pending'; readonly problem?: string }
  /** In a block that a fork may still drop. */
  | { readonly state: 'confirmed'; readonly slot: number }
  /** In a finalized block. `error` is the chain's, as JSON, if it failed: then it only paid its fee. */
  | { readonly state: 'final'; readonly slot: number; readonly error: string | null }
  /** Proven never to land: another transaction may replace it. */
  | { readonly state: 'expired' };
