import { DecodeError } from '@bellwether/codec';
import {
  bodyHashOf,
  completeNative,
  completeWrapped,
  coreSeeds,
  decodeTokenTransfer,
  encodeInstructionData,
  instructionAccounts,
  tokenBridgeSeeds,
} from '@bellwether/wormhole';
import type { Vaa } from '@bellwether/wormhole';
import type { Instruction } from '@solana/kit';
import { addressOf, bytesOfAddress } from '../address';
import type { Address } from '../address';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../programs';
import { derivedAddress } from '../tokens/token-address';
import { instructionOf } from '../transactions/instruction';
import { custodyAddress, wrappedMint } from './bridge-side';
import type { BridgeSide } from './bridge-side';
import { RENT_SYSVAR } from './sysvars';

/**
 * Completes a posted transfer: pays a token of this chain out of custody, or mints the wrapped one. Anyone may complete
 * it, once: the claim account then exists and the chain rejects a second completion.
 *
 * @param vaa a transfer with payload 1 to this side's chain
 * @throws DecodeError if its payload is no such transfer
 */
export async function completeTransfer(
  side: BridgeSide,
  { payer, vaa }: { readonly payer: Address; readonly vaa: Vaa },
): Promise<Instruction> {
  const transfer = decodeTokenTransfer(vaa.payload);
  if (transfer.kind !== 'transfer') throw new DecodeError('a transfer with payload of its own', 0);
  const { tokenBridge, core } = side;
  const to = addressOf(transfer.to);
  const shared = {
    payer,
    config: await derivedAddress(tokenBridge, tokenBridgeSeeds.config()),
    vaa: await postedVaaAddress(side, vaa),
    claim: await claimAddress(side, vaa),
    endpoint: await derivedAddress(
      tokenBridge,
      tokenBridgeSeeds.endpoint(vaa.emitterChain, vaa.emitterAddress),
    ),
    to,
    toFees: to,
    rent: RENT_SYSVAR,
    systemProgram: SYSTEM_PROGRAM,
    tokenProgram: TOKEN_PROGRAM,
    wormholeProgram: core,
  };
  if (transfer.tokenChain === side.chainId) {
    const mint = addressOf(transfer.tokenAddress);
    const accounts = {
      ...shared,
      mint,
      custody: await custodyAddress(side, mint),
      custodySigner: await derivedAddress(tokenBridge, tokenBridgeSeeds.custodySigner()),
    };
    return instructionOf(
      tokenBridge,
      instructionAccounts(completeNative, accounts),
      encodeInstructionData(completeNative, {}),
    );
  }
  const token = { chainId: transfer.tokenChain, address: transfer.tokenAddress };
  const mint = await wrappedMint(side, token);
  const accounts = {
    ...shared,
    mint,
    wrappedMeta: await derivedAddress(
      tokenBridge,
      tokenBridgeSeeds.wrappedMeta(bytesOfAddress(mint)),
    ),
    mintAuthority: await derivedAddress(tokenBridge, tokenBridgeSeeds.mintSigner()),
  };
  return instructionOf(
    tokenBridge,
    instructionAccounts(completeWrapped, accounts),
    encodeInstructionData(completeWrapped, {}),
  );
}

/** Exists once a transfer is completed. */
export const claimAddress = (
  side: BridgeSide,
  message: Pick<Vaa, 'emitterChain' | 'emitterAddress' | 'sequence'>,
): Promise<Address> => derivedAddress(side.tokenBridge, tokenBridgeSeeds.claim(message));

/** Exists once a VAA is posted. */
export const postedVaaAddress = (side: BridgeSide, vaa: Vaa): Promise<Address> =>
  derivedAddress(side.core, coreSeeds.postedVaa(bodyHashOf(vaa)));
