import { WORMHOLE_CHAIN_IDS } from '@bellwether/wormhole';
import type { ChainName } from '@bellwether/wormhole';
import type { Address } from '@solana/kit';
import { usdcOfMain } from './genesis-tokens';
import { TOKEN_DECIMALS, USDC_DECIMALS, USDC_EXT } from './network-assets';
import type { NetworkToken } from './network-assets';
import { ofEachRole } from './network-keys';
import type { NetworkKeys, NetworkRole } from './network-keys';
import { SPLIT_PROGRAM, VAULT_PROGRAM, WORMHOLE_PROGRAMS } from './network-programs';

/** URLs of a running network's parts. */
export interface NetworkPlaces {
  readonly ext: ChainPlace;
  readonly main: ChainPlace;
  readonly guardiansUrl: string;
  readonly swapUrl: string;
}

export interface ChainPlace {
  readonly rpcUrl: string;
  readonly webSocketUrl: string;
}

export interface ChainDescription extends ChainPlace {
  readonly wormholeChainId: number;
  readonly coreBridge: Address;
  readonly tokenBridge: Address;
  readonly usdc: Address;
  /** All tokens that the faucet gives, USDC first. */
  readonly tokens: readonly NetworkToken[];
}

/** Everything a program needs to use a local network. It contains no secret, only the paths of the keys. */
export interface NetworkDescription {
  readonly network: 'test';
  readonly ext: ChainDescription;
  readonly main: ChainDescription;
  readonly vaultProgram: Address;
  /** On both chains. */
  readonly splitProgram: Address;
  readonly guardiansUrl: string;
  readonly swapUrl: string;
  readonly addresses: Readonly<Record<NetworkRole, Address>>;
  /** In Solana's form: 64 numbers in JSON. `null` if the network stores nothing on disk. */
  readonly keyFiles: Readonly<Record<NetworkRole, string>> | null;
}

/** A network's addresses without its URLs: the same at each start. */
export interface NetworkAddresses {
  readonly usdcExt: Address;
  readonly usdcMain: Address;
}

export async function networkAddresses(): Promise<NetworkAddresses> {
  return { usdcExt: USDC_EXT, usdcMain: await usdcOfMain() };
}

export async function describeNetwork(
  keys: NetworkKeys,
  places: NetworkPlaces,
  keyFiles: NetworkDescription['keyFiles'],
): Promise<NetworkDescription> {
  const { usdcExt, usdcMain } = await networkAddresses();
  const secondToken = { mint: keys.tokenMint, decimals: TOKEN_DECIMALS };
  const chain = (name: ChainName, usdc: Address, tokens: readonly NetworkToken[]) => ({
    ...places[name],
    wormholeChainId: WORMHOLE_CHAIN_IDS[name],
    coreBridge: WORMHOLE_PROGRAMS[name].core,
    tokenBridge: WORMHOLE_PROGRAMS[name].tokenBridge,
    usdc,
    tokens: [{ mint: usdc, decimals: USDC_DECIMALS }, ...tokens],
  });
  return {
    network: 'test',
    ext: chain('ext', usdcExt, [secondToken]),
    main: chain('main', usdcMain, []),
    vaultProgram: VAULT_PROGRAM,
    splitProgram: SPLIT_PROGRAM,
    guardiansUrl: places.guardiansUrl,
    swapUrl: places.swapUrl,
    addresses: ofEachRole((role) => keys.signers[role].address),
    keyFiles,
  };
}
