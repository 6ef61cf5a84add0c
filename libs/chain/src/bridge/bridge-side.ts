import { tokenBridgeSeeds, WORMHOLE_ADDRESSES, WORMHOLE_CHAIN_IDS } from '@bellwether/wormhole';
import { address } from '@solana/kit';
import { bytesOfAddress } from '../address';
import type { Address } from '../address';
import { derivedAddress } from '../tokens/token-address';

/** The bridge's programs on one chain. */
export interface BridgeSide {
  /** The chain's id in Wormhole's messages. */
  readonly chainId: number;
  readonly core: Address;
  readonly tokenBridge: Address;
}

/** @param network whose deployment; local chains have fakes at the addresses of `production` */
export function bridgeSideOf(network: 'production' | 'test', name: 'ext' | 'main'): BridgeSide {
  const { core, tokenBridge } = WORMHOLE_ADDRESSES[network][name];
  return {
    chainId: WORMHOLE_CHAIN_IDS[name],
    core: address(core),
    tokenBridge: address(tokenBridge),
  };
}

/** The emitter of a side's token bridge: the address by which guardians and the other side identify its messages. */
export const bridgeEmitter = (side: BridgeSide): Promise<Address> =>
  derivedAddress(side.tokenBridge, tokenBridgeSeeds.emitter());

/** The mint that represents a token of another chain on `side`. */
export const wrappedMint = (
  side: BridgeSide,
  token: { readonly chainId: number; readonly address: Uint8Array },
): Promise<Address> =>
  derivedAddress(side.tokenBridge, tokenBridgeSeeds.wrappedMint(token.chainId, token.address));

/**
 * The account that holds a native token while it is on another chain: at least the supply of its wrapped counterparts.
 */
export const custodyAddress = (side: BridgeSide, mint: Address): Promise<Address> =>
  derivedAddress(side.tokenBridge, tokenBridgeSeeds.custody(bytesOfAddress(mint)));
