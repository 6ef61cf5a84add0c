import { bytes, optionalBytes, struct, tagged, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = tagged(0x01, struct({ user: bytes(32), marketId: optionalBytes(32), nonce: u53 }));

/** `marketId` null: all markets. */
export type CancelAllMessage = ValueOf<typeof layout>;

/** Cancels all of a user's orders. 74 bytes; the interface fixes the format. */
export const cancelAllMessage: SignedMessage<CancelAllMessage> = { byteLength: 74, layout };

export const encodeCancelAll = (cancelAll: CancelAllMessage): Uint8Array =>
  encodeSigned(cancelAllMessage, cancelAll);
export const decodeCancelAll = (message: Uint8Array): CancelAllMessage =>
  decodeSigned(cancelAllMessage, message);
