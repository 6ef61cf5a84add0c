import { createSolanaRpc } from '@solana/kit';
import { startSwapServer } from '../swap/swap-server';
import type { SwapServer } from '../swap/swap-server';
import { startGuardians } from '../wormhole/guardians';
import type { Guardians, WatchedChain } from '../wormhole/guardians';
import {
  TOKEN_DECIMALS,
  TOKEN_MICRO_USDC,
  USDC_DECIMALS,
  USDC_EXT,
  USDC_MICRO_USDC,
} from './network-assets';
import type { NetworkKeys } from './network-keys';

export type WatchedRpc = Omit<WatchedChain, 'chain' | 'core'>;

export interface NetworkServicesOptions {
  readonly keys: NetworkKeys;
  readonly chains: { readonly ext: WatchedRpc; readonly main: WatchedRpc };
  /** 0 is any free one, as for the swap. */
  readonly guardiansPort: number;
  readonly swapPort: number;
  /** How often the guardians look at a chain that does not say when it has a block. */
  readonly pollMs?: number;
}

export interface NetworkServices {
  readonly guardians: Guardians;
  readonly swap: SwapServer;
  stop(): Promise<void>;
}

/** What stands beside the chains: the bridge's guardians over both, and the swap on ext. Neither keeps anything. */
export async function startNetworkServices({
  keys,
  chains,
  guardiansPort,
  swapPort,
  pollMs,
}: NetworkServicesOptions): Promise<NetworkServices> {
  const [guardians, swap] = await Promise.all([
    startGuardians({
      chains: [
        { chain: 'ext', ...chains.ext },
        { chain: 'main', ...chains.main },
      ],
      privateKeys: keys.guardians,
      port: guardiansPort,
      ...(pollMs === undefined ? {} : { pollMs }),
    }),
    startSwapServer({
      rpc: createSolanaRpc(chains.ext.rpcUrl),
      maker: keys.signers.swap,
      tokens: [
        { mint: USDC_EXT, decimals: USDC_DECIMALS, microUsdcPerToken: USDC_MICRO_USDC },
        { mint: keys.tokenMint, decimals: TOKEN_DECIMALS, microUsdcPerToken: TOKEN_MICRO_USDC },
      ],
      port: swapPort,
    }),
  ]);
  return {
    guardians,
    swap,
    stop: async () => {
      await Promise.all([guardians.close(), swap.close()]);
    },
  };
}
