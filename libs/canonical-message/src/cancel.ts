import { bytes, struct, tagged, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = tagged(0x02, struct({ user: bytes(32), marketId: bytes(32), orderId: u53 }));

export type CancelMessage = ValueOf<typeof layout>;

/** Cancels one order. 73 bytes. No nonce: order ids are never reused, so a replay changes nothing. */
export const cancelMessage: SignedMessage<CancelMessage> = { byteLength: 73, layout };

export const encodeCancel = (cancel: CancelMessage): Uint8Array =>
  encodeSigned(cancelMessage, cancel);
export const decodeCancel = (message: Uint8Array): CancelMessage =>
  decodeSigned(cancelMessage, message);
