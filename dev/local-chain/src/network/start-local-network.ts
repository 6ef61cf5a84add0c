import { once } from 'node:events';
import { join } from 'node:path';
import type { BlockPace } from '../chain/chain-options';
import type { RunningChain } from '../rpc/start-local-chain';
import type { SwapServer } from '../swap/swap-server';
import type { Guardians } from '../wormhole/guardians';
import { describeNetwork } from './network-description';
import type { NetworkDescription } from './network-description';
import { NETWORK_FILE, writeKeyFiles, writeNetworkDescription } from './network-files';
import { networkKeys } from './network-keys';
import type { NetworkKeys } from './network-keys';
import { loadNetworkSeed } from './network-seed';
import { startNetworkChain } from './start-network-chain';
import { startNetworkServices } from './start-network-services';
import type { WatchedRpc } from './start-network-services';

/** Quick enough that a deposit takes a second, slow enough that two cores hold it. */
const SLOT_MS_DEFAULT = 50;
const SEED_IN_MEMORY = new Uint8Array(32).fill(1);

export interface LocalNetworkOptions {
  /** Where it continues the next time; without it the network ends with the process. */
  readonly dataDir?: string;
  /** 0 or absent: any free one. */
  readonly ports?: Partial<Record<'ext' | 'main' | 'guardians' | 'swap', number>>;
  /** Of both chains. Default 50; `npm start` has the 400 of the real ones. */
  readonly slotMs?: number;
  /** Of both chains; `always` by default. */
  readonly blocks?: BlockPace;
  /** Blocks on top after which a block of either is final; 8 by default. */
  readonly finalizeAfterBlocks?: number;
}

export interface LocalNetwork {
  readonly description: NetworkDescription;
  readonly keys: NetworkKeys;
  readonly ext: RunningChain;
  readonly main: RunningChain;
  readonly guardians: Guardians;
  readonly swap: SwapServer;
  stop(): Promise<void>;
}

/** Both chains with all that is on them, the guardians and the swap, in this process. */
export async function startLocalNetwork(options: LocalNetworkOptions = {}): Promise<LocalNetwork> {
  const { dataDir, ports = {}, slotMs = SLOT_MS_DEFAULT, blocks, finalizeAfterBlocks } = options;
  const seed = dataDir === undefined ? SEED_IN_MEMORY : loadNetworkSeed(dataDir);
  const keys = await networkKeys(seed);
  const start = (name: 'ext' | 'main') =>
    startNetworkChain(name, {
      dataDir,
      keys,
      slotMs,
      port: ports[name] ?? 0,
      ...(blocks === undefined ? {} : { blocks }),
      ...(finalizeAfterBlocks === undefined ? {} : { finalizeAfterBlocks }),
    });
  const [ext, main] = await Promise.all([start('ext'), start('main')]);
  const services = await startNetworkServices({
    keys,
    chains: { ext: watched(ext), main: watched(main) },
    guardiansPort: ports.guardians ?? 0,
    swapPort: ports.swap ?? 0,
  });
  const place = ({ url, wsUrl }: RunningChain) => ({ rpcUrl: url, webSocketUrl: wsUrl });
  const description = await describeNetwork(
    keys,
    {
      ext: place(ext),
      main: place(main),
      guardiansUrl: services.guardians.url,
      swapUrl: services.swap.url,
    },
    dataDir === undefined ? null : writeKeyFiles(dataDir, seed, keys),
  );
  if (dataDir !== undefined) writeNetworkDescription(join(dataDir, NETWORK_FILE), description);
  const stop = async () => {
    await services.stop();
    await Promise.all([ext.stop(), main.stop()]);
  };
  const { guardians, swap } = services;
  return { description, keys, ext, main, guardians, swap, stop };
}

/** As it is in this process, its guardians look when there is something to see. */
const watched = ({ url, chain }: RunningChain): WatchedRpc => ({
  rpcUrl: url,
  nextBlock: (signal) => once(chain, 'block', { signal }),
});
