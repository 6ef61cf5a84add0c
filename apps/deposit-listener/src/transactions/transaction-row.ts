/** A signed transaction, between the chain client and the row that stores its bytes. */
import { signatureBytes, signatureText } from '@bellwether/chain';
import type { BroadcastTransaction, StoredTransaction } from '@bellwether/chain';
import type { ChainTransaction, NewStoredTransaction } from '@bellwether/persistence';

/** The row to store before the first broadcast. `purpose` is its identity: another attempt is another purpose. */
export const rowOfTransaction = (
  kept: StoredTransaction,
  about: Pick<NewStoredTransaction, 'purpose' | 'chain' | 'user'>,
): NewStoredTransaction => ({
  ...about,
  signature: signatureBytes(kept.signature),
  bytes: kept.wireBytes,
  lastValidBlockHeight: kept.lastValidBlockHeight,
});

/** The argument of `Chain.advance`. */
export const transactionOfRow = (
  row: Pick<ChainTransaction, 'signature' | 'bytes' | 'lastValidBlockHeight'>,
): BroadcastTransaction => ({
  signature: signatureText(row.signature),
  wireBytes: row.bytes,
  lastValidBlockHeight: row.lastValidBlockHeight,
});
