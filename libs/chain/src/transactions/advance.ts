import { getBase64Decoder } from '@solana/kit';
import type { Base64EncodedWireTransaction, Signature } from '@solana/kit';
import { errorText } from '../blocks/json-value';
import type { SolanaRpc } from '../rpc/endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { faultText } from '../rpc/rpc-fault';
import { judge } from './judge';
import type { Sighting } from './judge';
import type { KeptTransaction, TransactionState } from './kept-transaction';

/**
 * One step of a kept transaction: looks for it at every node, and sends its bytes once more where it is nowhere yet.
 * To be called again, a second or so later, until it is `final` or `expired`. It never signs, so calling it twice, or
 * from two processes, is harmless.
 * @throws CodedError CHAIN_UNAVAILABLE where too few nodes answer, CHAIN_DISAGREEMENT where they contradict each other
 */
export async function advance(pool: RpcPool, kept: KeptTransaction): Promise<TransactionState> {
  const answers = await pool.all('signature status', (rpc, signal) => sight(rpc, kept, signal));
  const sightings = answers.map(({ value }) => value);
  const isWhole = answers.length === pool.endpoints.length;
  const { state, contradiction } = judge(kept, sightings, isWhole);
  const problem = isWorthSending(kept, sightings) ? await broadcast(pool, kept) : undefined;
  if (contradiction !== undefined) {
    const { place, why } = contradiction;
    throw pool.disagreement('status_differs', answers[place]!.endpoint, {
      signature: kept.signature,
      why,
    });
  }
  return state.state === 'pending' && problem !== undefined ? { ...state, problem } : state;
}

/** As long as a node does not know it and it may still land: what another node says may be a lie, or be dropped. */
const isWorthSending = (kept: KeptTransaction, sightings: readonly Sighting[]): boolean =>
  sightings.some(
    ({ status, finalizedHeight }) =>
      status === null && finalizedHeight <= kept.lastValidBlockHeight,
  );

/** Finality first, then the signature: a signature unknown after its height is past was not in time. */
async function sight(
  rpc: SolanaRpc,
  kept: KeptTransaction,
  abortSignal: AbortSignal,
): Promise<Sighting> {
  const epoch = await rpc.getEpochInfo({ commitment: 'finalized' }).send({ abortSignal });
  const { value } = await rpc
    .getSignatureStatuses([kept.signature as Signature], { searchTransactionHistory: true })
    .send({ abortSignal });
  const found = value[0];
  return {
    finalizedHeight: Number(epoch.blockHeight),
    finalizedSlot: Number(epoch.absoluteSlot),
    status: found
      ? {
          slot: Number(found.slot),
          isFinalized: found.confirmationStatus === 'finalized',
          error: errorText(found.err),
        }
      : null,
  };
}

const base64 = getBase64Decoder();

/** To every node, without their preflight and their own repeats: repeating is ours. */
async function broadcast(pool: RpcPool, kept: KeptTransaction): Promise<string | undefined> {
  const wire = base64.decode(kept.wireBytes) as Base64EncodedWireTransaction;
  const problems = await Promise.all(
    pool.endpoints.map(async (endpoint) => {
      try {
        await endpoint.ask(
          (rpc, abortSignal) =>
            rpc
              .sendTransaction(wire, { encoding: 'base64', skipPreflight: true, maxRetries: 0n })
              .send({ abortSignal }),
          pool.requestMs,
        );
        return undefined;
      } catch (error) {
        return faultText(error);
      }
    }),
  );
  return problems.find((problem) => problem !== undefined);
}
