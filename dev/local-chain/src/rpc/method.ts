import type { LocalChain } from '../chain/local-chain';
import type { Commitment } from '../chain/commitment';
import type { Config, Params } from './params';
import { RPC_CODES, RpcError } from './rpc-error';

/** Answers the `result` of a request, or throws an RpcError. */
export type Method = (chain: LocalChain, params: Params) => unknown;
export type Methods = Readonly<Record<string, Method>>;

/** As of which block a request reads; refuses one that the chain has not reached. */
export function commitmentOf(
  chain: LocalChain,
  config: Config,
  byDefault: Commitment = 'finalized',
): Commitment {
  const commitment = config.has('commitment') ? config.commitment() : byDefault;
  const wanted = config.integer('minContextSlot');
  const { slot } = chain.blockAt(commitment);
  if (wanted === undefined || wanted <= slot) return commitment;
  throw new RpcError(
    RPC_CODES.minContextSlotNotReached,
    'Minimum context slot has not been reached',
    { contextSlot: slot },
  );
}

/** For methods about blocks, which are made of sealed ones. */
export function sealedCommitmentOf(chain: LocalChain, config: Config): Commitment {
  const commitment = commitmentOf(chain, config);
  if (commitment !== 'processed') return commitment;
  throw new RpcError(
    RPC_CODES.invalidParams,
    'Method does not support commitment below `confirmed`',
  );
}

/** What this says it is to clients that ask: a version whose RPC it resembles. */
export const API_VERSION = '3.0.0';

export const withContext = (chain: LocalChain, commitment: Commitment, value: unknown) => ({
  context: { apiVersion: API_VERSION, slot: chain.blockAt(commitment).slot },
  value,
});
