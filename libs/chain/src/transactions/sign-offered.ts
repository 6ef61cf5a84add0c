import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@bellwether/errors';
import {
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  getCompiledTransactionMessageDecoder,
} from '@solana/kit';
import type { Blockhash } from '@solana/kit';
import type { Signer } from '../keys/signer';
import { AGREEMENT_PAUSE_MS, MAX_AGREEMENT_READS } from '../limits';
import type { RpcPool } from '../rpc/rpc-pool';
import { expiryHeight } from './build-transaction';
import type { StoredTransaction } from './stored-transaction';

/**
 * Adds our signatures to a transaction that someone else built and that was checked before. The expiry height is
 * computed here, from the newest block that any node knows; the builder's value is not trusted. So every answering node
 * must know the blockhash already: for a later one, or a durable nonce, that height would prove nothing.
 * @throws CodedError CHAIN_UNAVAILABLE, also if a node does not know the blockhash (yet); CHAIN_DISAGREEMENT; an error
 * of kit if a signer has no place in it
 */
export async function signOffered(
  pool: RpcPool,
  { wireBytes, signers }: { readonly wireBytes: Uint8Array; readonly signers: readonly Signer[] },
): Promise<StoredTransaction> {
  const offered = getTransactionDecoder().decode(wireBytes);
  const keyPairs = signers.map(({ keyPair }) => keyPair);
  const signed = await partiallySignTransaction(keyPairs, offered);
  const message = getCompiledTransactionMessageDecoder().decode(signed.messageBytes);
  const blockhash = 'lifetimeToken' in message ? message.lifetimeToken : '';
  await requireKnown(pool, blockhash);
  return {
    signature: getSignatureFromTransaction(signed),
    wireBytes: new Uint8Array(getTransactionEncoder().encode(signed)),
    blockhash,
    lastValidBlockHeight: await expiryHeight(pool),
  };
}

/** Nodes are some slots apart, and a builder takes the newest hash there is, so this retries for a moment. */
async function requireKnown(pool: RpcPool, blockhash: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_AGREEMENT_READS; attempt++) {
    if (attempt > 0) await sleep(AGREEMENT_PAUSE_MS);
    const answers = await pool.all('whether a blockhash is valid', (rpc, abortSignal) =>
      rpc
        .isBlockhashValid(blockhash as Blockhash, { commitment: 'processed' })
        .send({ abortSignal }),
    );
    if (answers.every(({ value }) => value.value === true)) return;
  }
  throw new CodedError('CHAIN_UNAVAILABLE', { what: 'blockhash of an offered transaction' });
}
