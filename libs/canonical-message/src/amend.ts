import { bytes, oneOf, struct, tagged, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { NETWORK_NAMES } from './network';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = tagged(
  0x07,
  struct({
    network: oneOf(NETWORK_NAMES),
    marketId: bytes(32),
    user: bytes(32),
    orderId: u53,
    price: u53,
    size: u53,
    nonce: u53,
  }),
);

/** `price` in bp of the order's own outcome; `size` is what is open after it, in contracts. */
export type AmendMessage = ValueOf<typeof layout>;

/** Changes price and size of a resting order. 98 bytes. */
export const amendMessage: SignedMessage<AmendMessage> = { byteLength: 98, layout };

export const encodeAmend = (amend: AmendMessage): Uint8Array => encodeSigned(amendMessage, amend);
export const decodeAmend = (message: Uint8Array): AmendMessage =>
  decodeSigned(amendMessage, message);
