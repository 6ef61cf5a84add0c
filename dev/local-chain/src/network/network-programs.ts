import { SPLIT_PROGRAM_ID } from '@bellwether/split-program';
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

/** The fakes have the real programs' addresses, so that only the URL differs. */
export const WORMHOLE_PROGRAMS = { ext: wormholeOf('ext'), main: wormholeOf('main') } as const;

export const VAULT_PROGRAM = address(VAULT_PROGRAM_ID);
export const SPLIT_PROGRAM = address(SPLIT_PROGRAM_ID);

export const vaultStateAddress = (): Promise<Address> =>
  derivedAddress(VAULT_PROGRAM, vaultSeeds.state());
