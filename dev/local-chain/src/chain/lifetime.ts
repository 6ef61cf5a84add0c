import type { Blockhash } from '@solana/kit';

/** A blockhash and the last height at which a transaction that names it may land. */
export interface LatestBlockhash {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
}
