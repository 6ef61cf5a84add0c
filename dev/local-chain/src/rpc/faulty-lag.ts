/** A node that is some slots behind: what it does not know yet, and what it says of the rest. */
import { COMMITMENTS } from '../chain/commitment';
import type { Commitment } from '../chain/commitment';
import { RPC_CODES } from './rpc-error';
import type { RpcAnswer, RpcRequest } from './rpc-message';

/** The newest slot of the honest node at each commitment. */
export type Tops = Readonly<Record<Commitment, number>>;

interface Dated {
  readonly slot: number;
}

export async function fetchTops(ask: (request: RpcRequest) => Promise<RpcAnswer>): Promise<Tops> {
  const tops = { processed: 0, confirmed: 0, finalized: 0 };
  for (const commitment of COMMITMENTS) {
    const answer = await ask({ method: 'getSlot', params: [{ commitment }] });
    if ('error' in answer) throw new Error(answer.error.message);
    tops[commitment] = Number(answer.result);
  }
  return tops;
}

/** The error of a node that is asked for what it has not reached; `undefined` when it has. */
export function requestedSlotIsAhead(
  { method, params = [] }: RpcRequest,
  tops: Tops,
  lagSlots: number,
): RpcAnswer | undefined {
  const config = params.find(isConfig);
  const top = tops[commitmentOf({ method, params })] - lagSlots;
  if (config?.minContextSlot !== undefined && config.minContextSlot > top) {
    const message = 'Minimum context slot has not been reached';
    return { error: { code: RPC_CODES.minContextSlotNotReached, message } };
  }
  const isOfBlock = method === 'getBlock' || method === 'getBlockTime';
  const slot = Number(params[0]);
  if (!isOfBlock || slot <= top) return undefined;
  const message = `Block not available for slot ${slot}`;
  return { error: { code: RPC_CODES.blockNotAvailable, message } };
}

/** An honest result as the node that is behind would give it. */
export function withLag(
  request: RpcRequest,
  result: unknown,
  tops: Tops,
  lagSlots: number,
): unknown {
  const top = tops[commitmentOf(request)] - lagSlots;
  switch (request.method) {
    case 'getSlot':
    case 'getBlockHeight':
      return Number(result) - lagSlots;
    case 'getEpochInfo':
      return agedEpoch(result as EpochInfo, lagSlots);
    case 'getBlocks':
    case 'getBlocksWithLimit':
      return (result as readonly number[]).filter((slot) => slot <= top);
    case 'getTransaction':
      return (result as Dated | null) !== null && (result as Dated).slot <= top ? result : null;
    case 'getSignaturesForAddress':
      return (result as readonly Dated[]).filter(({ slot }) => slot <= top);
    case 'getSignatureStatuses':
      return agedStatuses(result as { context: Dated; value: (Dated | null)[] }, tops, lagSlots);
    default:
      return withAgedContext(result, lagSlots);
  }
}

interface EpochInfo {
  readonly absoluteSlot: number;
  readonly blockHeight: number;
}

const agedEpoch = (epoch: EpochInfo, lagSlots: number): EpochInfo => ({
  ...epoch,
  absoluteSlot: epoch.absoluteSlot - lagSlots,
  blockHeight: epoch.blockHeight - lagSlots,
});

function agedStatuses(
  statuses: { readonly context: Dated; readonly value: readonly (Dated | null)[] },
  tops: Tops,
  lagSlots: number,
): unknown {
  const value = statuses.value.map((status) => {
    if (status === null || status.slot > tops.processed - lagSlots) return null;
    if (status.slot <= tops.finalized - lagSlots) return status;
    const isConfirmed = status.slot <= tops.confirmed - lagSlots;
    const confirmationStatus = isConfirmed ? 'confirmed' : 'processed';
    return {
      ...status,
      confirmations: tops.processed - lagSlots - status.slot,
      confirmationStatus,
    };
  });
  return { context: { ...statuses.context, slot: statuses.context.slot - lagSlots }, value };
}

function withAgedContext(result: unknown, lagSlots: number): unknown {
  const { context } = Object(result) as { readonly context?: Dated };
  if (context === undefined) return result;
  return { ...Object(result), context: { ...context, slot: context.slot - lagSlots } };
}

interface RequestConfig {
  readonly commitment?: Commitment;
  readonly minContextSlot?: number;
}

const commitmentOf = ({ params = [] }: RpcRequest): Commitment =>
  params.find(isConfig)?.commitment ?? 'finalized';

const isConfig = (value: unknown): value is RequestConfig =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
