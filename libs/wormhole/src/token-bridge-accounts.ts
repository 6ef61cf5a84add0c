/** Contents of the token bridge's accounts. Source: solana/modules/token_bridge/program/src/types.rs. */
import { bool, bytes, struct, u16, u8 } from '@bellwether/codec';

/** The account of `tokenBridgeSeeds.config`. */
export const tokenBridgeConfigLayout = struct({ wormholeProgram: bytes(32) });

/** The account of `tokenBridgeSeeds.endpoint`. */
export const endpointLayout = struct({ emitterChain: u16, emitterAddress: bytes(32) });

/** The account of `tokenBridgeSeeds.wrappedMeta`. */
export const wrappedMetaLayout = struct({
  tokenChain: u16,
  tokenAddress: bytes(32),
  originalDecimals: u8,
});

/** The account of `tokenBridgeSeeds.claim`. */
export const claimLayout = struct({ claimed: bool });
