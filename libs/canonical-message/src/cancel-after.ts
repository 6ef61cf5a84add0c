import { bytes, oneOf, struct, tagged, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { NETWORK_NAMES } from './network';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = tagged(
  0x08,
  struct({ network: oneOf(NETWORK_NAMES), user: bytes(32), seconds: u53, nonce: u53 }),
);

/** `seconds` 0 switches it off; the nonce is of the kind `cancel_after`. */
export type CancelAfterMessage = ValueOf<typeof layout>;

/** Sets the dead man's switch: all open orders are cancelled that many seconds later. 50 bytes. */
export const cancelAfterMessage: SignedMessage<CancelAfterMessage> = { byteLength: 50, layout };

export const encodeCancelAfter = (message: CancelAfterMessage): Uint8Array =>
  encodeSigned(cancelAfterMessage, message);
export const decodeCancelAfter = (message: Uint8Array): CancelAfterMessage =>
  decodeSigned(cancelAfterMessage, message);
