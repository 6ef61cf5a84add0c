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
  /** 0 is any free port, as for the swap. */
  readonly guardiansPort: number;
  readonly swapPort: number;
  /** How often the guardians poll a chain that does not announce its blocks. */
  readonly pollMs?: number;
}

export interface NetworkServices {
  readonly guardians: Guardians;
  readonly swap: SwapServer;
  stop(): Promise<void>;
}

/**
 * Starts the services beside the chains: the bridge's guardians for both, and the swap on ext. Neither stores anything.
 */
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
