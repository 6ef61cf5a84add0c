import { getBase64Decoder } from '@solana/kit';
import type { Base64EncodedWireTransaction } from '@solana/kit';
import { errorText } from '../blocks/json-value';
import type { RpcPool } from '../rpc/rpc-pool';
import type { StoredTransaction } from './stored-transaction';

export interface Simulation {
  /** The chain's error as JSON; null if the transaction would succeed. */
  readonly error: string | null;
  readonly logs: readonly string[];
  readonly computeUnits: number;
}

const base64 = getBase64Decoder();

/**
 * The effect of a transaction now, according to one node: to learn its cost, or why it fails, before sending. It proves
 * nothing.
 * @throws CodedError CHAIN_UNAVAILABLE
 */
export async function simulate(
  pool: RpcPool,
  kept: Pick<StoredTransaction, 'wireBytes'>,
): Promise<Simulation> {
  const wire = base64.decode(kept.wireBytes) as Base64EncodedWireTransaction;
  const { value } = await pool.any('simulation', (rpc, abortSignal) =>
    rpc
      .simulateTransaction(wire, { commitment: 'confirmed', encoding: 'base64' })
      .send({ abortSignal }),
  );
  return {
    error: errorText(value.err),
    logs: value.logs ?? [],
    computeUnits: Number(value.unitsConsumed ?? 0),
  };
}
