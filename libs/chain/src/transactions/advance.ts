import { getBase64Decoder } from '@solana/kit';
import type { Base64EncodedWireTransaction, Signature } from '@solana/kit';
import { errorText, integerOf, MalformedAnswer } from '../blocks/json-value';
import { BLOCKHASH_VALID_BLOCKS, MAX_HEIGHT_SPREAD } from '../limits';
import type { SolanaRpc } from '../rpc/endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { faultText } from '../rpc/rpc-fault';
import { judge } from './judge';
import type { Sighting } from './judge';
import type { BroadcastTransaction, TransactionState } from './kept-transaction';

/**
 * One step of a kept transaction: looks for it at every node, and sends its bytes once more where it is nowhere yet.
 * To be called again, a second or so later, until it is `final` or `expired`. It never signs, so calling it twice, or
 * from two processes, is harmless.
 * @throws CodedError CHAIN_UNAVAILABLE where too few nodes answer, CHAIN_DISAGREEMENT where they contradict each other
 */
export async function advance(
  pool: RpcPool,
  kept: BroadcastTransaction,
): Promise<TransactionState> {
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
  if (state.state !== 'pending') return state;
  const why = sightings.every(({ remembers }) => remembers) ? problem : FORGOTTEN;
  return why === undefined ? state : { ...state, problem: why };
}

/** Then nobody can prove anything any more: a person looks it up where the whole history is kept. */
const FORGOTTEN = 'a node no longer has the blocks in which the transaction could be';

/** As long as a node does not know it and it may still land: what another node says may be a lie, or be dropped. */
const isWorthSending = (kept: BroadcastTransaction, sightings: readonly Sighting[]): boolean =>
  sightings.some(
    ({ status, finalizedHeight }) =>
      status === null && finalizedHeight <= kept.lastValidBlockHeight,
  );

/**
 * Finality first, then the signature: a signature unknown after its height is past was not in time. Behind one URL there may
 * be many machines: an answer older than the finality that was just told is another one's, and counts for nothing.
 */
async function sight(
  rpc: SolanaRpc,
  kept: BroadcastTransaction,
  abortSignal: AbortSignal,
): Promise<Sighting> {
  const epoch = await rpc.getEpochInfo({ commitment: 'finalized' }).send({ abortSignal });
  const finalizedHeight = integerOf(epoch.blockHeight, 'blockHeight');
  const finalizedSlot = integerOf(epoch.absoluteSlot, 'absoluteSlot');
  const { context, value } = await rpc
    .getSignatureStatuses([kept.signature as Signature], { searchTransactionHistory: true })
    .send({ abortSignal });
  if (integerOf(context.slot, 'context.slot') < finalizedSlot) {
    throw new MalformedAnswer('getSignatureStatuses', 'as new as getEpochInfo');
  }
  const found = value[0];
  if (found) {
    const isFinalized = found.confirmationStatus === 'finalized';
    const status = {
      slot: integerOf(found.slot, 'slot'),
      isFinalized,
      error: errorText(found.err),
    };
    return { finalizedHeight, finalizedSlot, remembers: true, status };
  }
  const isPast = finalizedHeight > kept.lastValidBlockHeight;
  const remembers = !isPast || (await reachesBack(rpc, kept.lastValidBlockHeight, abortSignal));
  return { finalizedHeight, finalizedSlot, remembers, status: null };
}

/** Whether the node still has every block in which the transaction could be. Many keep two days. */
async function reachesBack(
  rpc: SolanaRpc,
  lastValidBlockHeight: number,
  abortSignal: AbortSignal,
): Promise<boolean> {
  const first = await rpc.getFirstAvailableBlock().send({ abortSignal });
  if (integerOf(first, 'getFirstAvailableBlock') === 0) return true;
  const block = await rpc
    .getBlock(first, {
      commitment: 'finalized',
      maxSupportedTransactionVersion: 0,
      rewards: false,
      transactionDetails: 'none',
    })
    .send({ abortSignal });
  const height = integerOf(block?.blockHeight, 'blockHeight');
  return height <= Math.max(0, lastValidBlockHeight - BLOCKHASH_VALID_BLOCKS - MAX_HEIGHT_SPREAD);
}

const base64 = getBase64Decoder();

/** To every node, without their preflight and their own repeats: repeating is ours. */
async function broadcast(pool: RpcPool, kept: BroadcastTransaction): Promise<string | undefined> {
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
