import { getBase64Decoder } from '@solana/kit';
import type { Base64EncodedWireTransaction, Signature } from '@solana/kit';
import { errorText, integerOf, MalformedAnswer } from '../blocks/json-value';
import { BLOCKHASH_VALID_BLOCKS, MAX_HEIGHT_SPREAD } from '../limits';
import type { SolanaRpc } from '../rpc/endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { faultText } from '../rpc/rpc-fault';
import { judge } from './judge';
import type { Sighting } from './judge';
import type { BroadcastTransaction, TransactionState } from './stored-transaction';

/**
 * One step of a stored transaction: looks for it at every node, and sends its bytes again if no node has it. Call it
 * again about every second until it is `final` or `expired`. It never signs, so calling it twice, or from two
 * processes, is harmless.
 * @throws CodedError CHAIN_UNAVAILABLE if too few nodes answer, CHAIN_DISAGREEMENT if they contradict each other
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

/** No expiry can be proven then: an operator must look it up at a node with the full history. */
const FORGOTTEN = 'a node no longer has the blocks in which the transaction could be';

/** True while a node does not know it and it may still land: another node may lie, or a fork may drop it. */
const isWorthSending = (kept: BroadcastTransaction, sightings: readonly Sighting[]): boolean =>
  sightings.some(
    ({ status, finalizedHeight }) =>
      status === null && finalizedHeight <= kept.lastValidBlockHeight,
  );

/**
 * Reads finality first, then the signature: a signature unknown after its height has passed was not in time. One URL
 * may hide many machines: an answer older than the finality just read comes from another machine and is rejected.
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

/** True if the node still has every block in which the transaction could be. Many nodes keep two days. */
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

/** Sends to every node, without its preflight and its own retries: retrying is done here. */
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
