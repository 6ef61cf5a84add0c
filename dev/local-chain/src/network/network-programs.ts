import { VAULT_PROGRAM_ID, vaultSeeds } from '@bellwether/vault-program';
import { WORMHOLE_ADDRESSES } from '@bellwether/wormhole';
import type { ChainName } from '@bellwether/wormhole';
import { address } from '@solana/kit';
import type { Address } from '@solana/kit';
import { derivedAddress } from './genesis-account';

const wormholeOf = (chain: ChainName) => {
  const { core, tokenBridge } = WORMHOLE_ADDRESSES.production[chain];
  return { core: address(core), tokenBridge: address(tokenBridge) };
};

/** The stand-ins lie where the real programs are, so that nothing but a URL differs. */
export const WORMHOLE_PROGRAMS = { ext: wormholeOf('ext'), main: wormholeOf('main') } as const;

export const VAULT_PROGRAM = address(VAULT_PROGRAM_ID);

export const vaultStateAddress = (): Promise<Address> =>
  derivedAddress(VAULT_PROGRAM, vaultSeeds.state());
