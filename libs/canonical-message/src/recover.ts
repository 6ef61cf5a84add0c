import { bool, bytes, oneOf, struct, tagged, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { NETWORK_NAMES } from './network';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = tagged(
  0x04,
  struct({
    network: oneOf(NETWORK_NAMES),
    mainAddress: bytes(32),
    mint: bytes(32),
    maxGasFee: u53,
    recipient: bytes(32),
    allowProgramAddress: bool,
    nonce: u53,
  }),
);

/** `maxGasFee` and `allowProgramAddress` as of a withdrawal. */
export type RecoverMessage = ValueOf<typeof layout>;

/** Recovers funds at the user's deposit address that belong to no pending deposit. 115 bytes. */
export const recoverMessage: SignedMessage<RecoverMessage> = { byteLength: 115, layout };

export const encodeRecover = (recover: RecoverMessage): Uint8Array =>
  encodeSigned(recoverMessage, recover);
export const decodeRecover = (message: Uint8Array): RecoverMessage =>
  decodeSigned(recoverMessage, message);
