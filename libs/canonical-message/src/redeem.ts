import { bytes, oneOf, struct, tagged, u53 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { NETWORK_NAMES } from './network';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const layout = tagged(
  0x06,
  struct({
    network: oneOf(NETWORK_NAMES),
    marketId: bytes(32),
    user: bytes(32),
    size: u53,
    nonce: u53,
  }),
);

/** `size` in pairs of contracts, one YES and one NO each; the nonce is of the kind `order`. */
export type RedeemMessage = ValueOf<typeof layout>;

/** Redeems pairs of contracts for 1 USD each. 82 bytes. */
export const redeemMessage: SignedMessage<RedeemMessage> = { byteLength: 82, layout };

export const encodeRedeem = (redeem: RedeemMessage): Uint8Array =>
  encodeSigned(redeemMessage, redeem);
export const decodeRedeem = (message: Uint8Array): RedeemMessage =>
  decodeSigned(redeemMessage, message);
