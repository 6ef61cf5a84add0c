import { bytes, oneOf, struct, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = struct({
  marketId: bytes(32),
  user: bytes(32),
  outcome: oneOf(['yes', 'no']),
  side: oneOf(['buy', 'sell']),
  price: u53,
  size: u53,
  nonce: u53,
});

/** `price` in bp of the order's own outcome, `size` in contracts. */
export type OrderMessage = ValueOf<typeof layout>;

/**
 * An order. 90 bytes, without a tag; the interface fixes the format. The exchange checks ranges (price 1 to 9999 and
 * so on) and names the field; here a value only has to fit its bytes.
 */
export const orderMessage: SignedMessage<OrderMessage> = { byteLength: 90, layout };

export const encodeOrder = (order: OrderMessage): Uint8Array => encodeSigned(orderMessage, order);
export const decodeOrder = (message: Uint8Array): OrderMessage =>
  decodeSigned(orderMessage, message);
