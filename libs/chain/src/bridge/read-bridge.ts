/** Reads the bridge's finalized accounts. */
import { decode, DecodeError } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import {
  bridgeStateLayout,
  claimLayout,
  coreSeeds,
  guardianSetLayout,
  parsePostedMessage,
} from '@bellwether/wormhole';
import type { GuardianSet, Vaa } from '@bellwether/wormhole';
import { addressOf } from '../address';
import type { Address } from '../address';
import type { Chain } from '../connect-chain';
import { derivedAddress } from '../tokens/token-address';
import { bridgeEmitter } from './bridge-side';
import type { BridgeSide } from './bridge-side';
import { claimAddress, postedVaaAddress } from './complete-transfer';
import { guardianSetAddress } from './post-vaa';

type Reader = Pick<Chain, 'readAccount'>;

export interface BridgeState {
  readonly guardianSetIndex: number;
  readonly messageFeeLamports: bigint;
}

/** A message in the core bridge. Guardians and the other side identify it by these three fields. */
export interface BridgeMessage {
  readonly emitterChain: number;
  readonly emitterAddress: Uint8Array;
  readonly sequence: bigint;
  readonly payload: Uint8Array;
}

/** @throws Fault (retry) if the chain has no such account, or a different one; and what `readAccount` throws */
export async function readBridge(chain: Reader, side: BridgeSide): Promise<BridgeState> {
  const at = await derivedAddress(side.core, coreSeeds.bridge());
  const { guardianSetIndex, messageFeeLamports } = await readLayout(
    chain,
    at,
    side.core,
    bridgeStateLayout,
  );
  return { guardianSetIndex, messageFeeLamports };
}

/**
 * A guardian set, to verify the VAAs that name it, and when it ends (Unix seconds; null: the set in force).
 * @throws Fault (retry), as `readBridge`
 */
export async function readGuardianSet(
  chain: Reader,
  side: BridgeSide,
  index: number,
): Promise<GuardianSet & { readonly expiresAtSeconds: number | null }> {
  const at = await guardianSetAddress(side, index);
  const { guardians, expirationTime } = await readLayout(chain, at, side.core, guardianSetLayout);
  return { index, guardians, expiresAtSeconds: expirationTime === 0 ? null : expirationTime };
}

/** True if the transfer was completed, by anyone. */
export async function isCompleted(
  chain: Reader,
  side: BridgeSide,
  message: Pick<Vaa, 'emitterChain' | 'emitterAddress' | 'sequence'>,
): Promise<boolean> {
  const account = await chain.readAccount(await claimAddress(side, message));
  if (account === null || account.program !== side.tokenBridge) return false;
  return decode(claimLayout, account.data).claimed;
}

/** True if the VAA is posted, by anyone. */
export async function isPosted(chain: Reader, side: BridgeSide, vaa: Vaa): Promise<boolean> {
  const account = await chain.readAccount(await postedVaaAddress(side, vaa));
  return account !== null && account.program === side.core;
}

/**
 * The message of a finalized transfer. It is read from its account, whose key the transfer's builder chose, so no log
 * has to be trusted. `undefined` if there is none (the transfer failed, or is not final), or it is not from this side's
 * token bridge.
 */
export async function readBridgeMessage(
  chain: Reader,
  side: BridgeSide,
  messageAccount: Address,
): Promise<BridgeMessage | undefined> {
  const account = await chain.readAccount(messageAccount);
  if (account === null || account.program !== side.core) return undefined;
  const message = parsePostedMessage(account.data);
  if (message === undefined || message.emitterChain !== side.chainId) return undefined;
  if (addressOf(message.emitterAddress) !== (await bridgeEmitter(side))) return undefined;
  const { emitterChain, emitterAddress, sequence, payload } = message;
  return { emitterChain, emitterAddress, sequence, payload };
}

async function readLayout<T>(
  chain: Reader,
  at: Address,
  program: Address,
  layout: Layout<T>,
): Promise<T> {
  const account = await chain.readAccount(at);
  if (account === null || account.program !== program) {
    throw new Fault('retry', `the bridge has no account ${at}`);
  }
  try {
    return decode(layout, account.data);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Fault('retry', `the bridge's account ${at} has another layout`, { cause: error });
  }
}
