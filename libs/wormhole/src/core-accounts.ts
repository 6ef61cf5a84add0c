/** Contents of the core bridge's accounts. Source: solana/bridge/program/src/accounts and types.rs. */
import { DecodeError, bytes, decode, list, struct, u16, u32, u8, u64 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { GUARDIAN_ADDRESS_BYTES } from './guardian-set';
import { byteVector, letters } from './solana-values';

/** The account of `coreSeeds.bridge`: the guardian set in force, and the fee of a message in lamports. */
export const bridgeStateLayout = struct({
  guardianSetIndex: u32,
  /** The fee collector's balance after the last message: the next message must have added the fee. */
  feeCollectorLamports: u64,
  guardianSetExpirationSeconds: u32,
  messageFeeLamports: u64,
});

/** The account of `coreSeeds.guardianSet`. `expirationTime` in Unix seconds, 0 for the set in force. */
export const guardianSetLayout = struct({
  index: u32,
  guardians: list(bytes(GUARDIAN_ADDRESS_BYTES)),
  creationTime: u32,
  expirationTime: u32,
});

const postedFields = {
  vaaVersion: u8,
  consistencyLevel: u8,
  /** For a posted VAA; 0 on a message. */
  vaaTime: u32,
  vaaSignatureAccount: bytes(32),
  /** When the account was created; for a message, the VAA's future `timestamp`. */
  submissionTime: u32,
  nonce: u32,
  sequence: u64,
  emitterChain: u16,
  emitterAddress: bytes(32),
  payload: byteVector,
} as const;

const MESSAGE_LETTERS = 'msg';
const VAA_LETTERS = 'vaa';

export const postedMessageLayout = struct({ letters: letters(MESSAGE_LETTERS), ...postedFields });
export const postedVaaLayout = struct({ letters: letters(VAA_LETTERS), ...postedFields });

export type PostedMessage = Omit<ValueOf<typeof postedMessageLayout>, 'letters'>;

/** The `message` account that `postMessage` created. `undefined` if the account is something else. */
export function parsePostedMessage(data: Uint8Array): PostedMessage | undefined {
  try {
    return decode(postedMessageLayout, data);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
