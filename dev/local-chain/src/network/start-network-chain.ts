import { join } from 'node:path';
import type { ChainName } from '@bellwether/wormhole';
import type { BlockPace } from '../chain/chain-options';
import { startLocalChain } from '../rpc/start-local-chain';
import type { RunningChain } from '../rpc/start-local-chain';
import { initializeVault } from './initialize-vault';
import { networkGenesis } from './network-genesis';
import type { NetworkKeys } from './network-keys';

export interface NetworkChainOptions {
  /** Of the whole network; without it the chain lives in memory. */
  readonly dataDir?: string | undefined;
  /** 0 or absent: any free one. */
  readonly port?: number;
  readonly keys: NetworkKeys;
  readonly slotMs?: number;
  readonly blocks?: BlockPace;
  readonly finalizeAfterBlocks?: number;
}

/** One of the two chains, with all that the network has on it, at its start or where it stopped. */
export async function startNetworkChain(
  name: ChainName,
  { dataDir, keys, ...rest }: NetworkChainOptions,
): Promise<RunningChain> {
  const running = await startLocalChain({
    ...rest,
    faucetSeed: keys.faucetSeed,
    genesis: await networkGenesis(name, keys),
    ...(dataDir === undefined ? {} : { dataDir: join(dataDir, name) }),
  });
  if (name === 'main') await initializeVault(running.chain, keys);
  return running;
}
