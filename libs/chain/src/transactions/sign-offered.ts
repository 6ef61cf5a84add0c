import {
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  getCompiledTransactionMessageDecoder,
} from '@solana/kit';
import type { Signer } from '../keys/signer';
import type { RpcPool } from '../rpc/rpc-pool';
import { expiryHeight } from './build-transaction';
import type { KeptTransaction } from './kept-transaction';

/**
 * Adds our signatures to a transaction somebody else built, which was checked before. The height at which it expires is
 * counted here, from the newest block that any node knows: what its builder says of it is not believed.
 * @throws CodedError CHAIN_UNAVAILABLE; an error of kit where a signer has no place in it
 */
export async function signOffered(
  pool: RpcPool,
  { wireBytes, signers }: { readonly wireBytes: Uint8Array; readonly signers: readonly Signer[] },
): Promise<KeptTransaction> {
  const offered = getTransactionDecoder().decode(wireBytes);
  const keyPairs = signers.map(({ keyPair }) => keyPair);
  const signed = await partiallySignTransaction(keyPairs, offered);
  const message = getCompiledTransactionMessageDecoder().decode(signed.messageBytes);
  return {
    signature: getSignatureFromTransaction(signed),
    wireBytes: new Uint8Array(getTransactionEncoder().encode(signed)),
    blockhash: 'lifetimeToken' in message ? message.lifetimeToken : '',
    lastValidBlockHeight: await expiryHeight(pool),
  };
}
