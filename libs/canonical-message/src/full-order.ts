import { bool, bytes, oneOf, struct, tagged, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { NETWORK_NAMES } from './network';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = tagged(
  0x05,
  struct({
    network: oneOf(NETWORK_NAMES),
    marketId: bytes(32),
    user: bytes(32),
    outcome: oneOf(['yes', 'no']),
    side: oneOf(['buy', 'sell']),
    orderType: oneOf(['gtc', 'ioc', 'fok', 'post_only']),
    selfTrade: oneOf(['cancel_maker', 'cancel_taker', 'cancel_both']),
    // Bit 0 of the flags. All other bits are 0.
    reduceOnly: bool,
    price: u53,
    size: u53,
    nonce: u53,
    feeBps: u53,
    expiresAt: u53,
  }),
);

/**
 * `price` in bp of the order's own outcome, `size` in contracts, `feeBps` the builder's fee, `expiresAt` in Unix seconds
 * (0: never).
 */
export type FullOrderMessage = ValueOf<typeof layout>;

/** An order in its full form, which also binds network, type, fee, self-trade mode and end. 111 bytes. */
export const fullOrderMessage: SignedMessage<FullOrderMessage> = { byteLength: 111, layout };

export const encodeFullOrder = (order: FullOrderMessage): Uint8Array =>
  encodeSigned(fullOrderMessage, order);
export const decodeFullOrder = (message: Uint8Array): FullOrderMessage =>
  decodeSigned(fullOrderMessage, message);
