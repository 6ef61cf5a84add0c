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
import type { KeptTransaction } from './kept-transaction';

/**
 * Adds our signatures to a transaction somebody else built, which was checked before. The height at which it expires is
 * counted here, from the newest block that any node knows: what its builder says of it is not believed. So its blockhash must
 * be one that every node that answers knows already: of a later one, or of a durable nonce, that height would prove nothing.
 * @throws CodedError CHAIN_UNAVAILABLE, also where a node does not know the blockhash (yet); CHAIN_DISAGREEMENT; an error of
 *   kit where a signer has no place in it
 */
export async function signOffered(
  pool: RpcPool,
  { wireBytes, signers }: { readonly wireBytes: Uint8Array; readonly signers: readonly Signer[] },
): Promise<KeptTransaction> {
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

/** Nodes are some slots apart, and a builder takes the newest hash there is: asked again for a moment. */
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
