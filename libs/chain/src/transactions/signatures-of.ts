import type { Signature } from '@solana/kit';
import type { Address } from '../address';
import { errorText } from '../blocks/json-value';
import type { RpcPool } from '../rpc/rpc-pool';

export interface SignatureOfAddress {
  readonly signature: string;
  readonly slot: number;
  /** The chain's error as JSON; null if the transaction succeeded. */
  readonly error: string | null;
}

/**
 * Finalized transactions that name an address, newest first, according to one node: a hint where to look, never proof.
 * @param page at most `limit` of them, 1 to 1,000; those older than `before`, a signature
 * @throws CodedError CHAIN_UNAVAILABLE
 */
export async function signaturesOf(
  pool: RpcPool,
  address: Address,
  page: { readonly limit: number; readonly before?: string },
): Promise<SignatureOfAddress[]> {
  const { limit, before } = page;
  const options = {
    commitment: 'finalized' as const,
    limit,
    ...(before === undefined ? {} : { before: before as Signature }),
  };
  const listed = await pool.any('signatures of an address', (rpc, abortSignal) =>
    rpc.getSignaturesForAddress(address, options).send({ abortSignal }),
  );
  return listed.map(({ signature, slot, err }) => ({
    signature,
    slot: Number(slot),
    error: errorText(err),
  }));
}
