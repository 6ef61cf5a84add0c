import { bool, bytes, oneOf, struct, tagged, u53, union, zeros } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { NETWORK_NAMES } from './network';
import { decodeSigned, encodeSigned } from './signed-message';
import type { SignedMessage } from './signed-message';

const address = struct({ address: bytes(32) });

const layout = tagged(
  0x03,
  struct({
    network: oneOf(NETWORK_NAMES),
    mainAddress: bytes(32),
    amount: u53,
    maxGasFee: u53,
    recipient: union({
      default: [0, zeros(32)],
      recipient_ext: [1, address],
      recipient_main: [2, address],
    }),
    allowProgramAddress: bool,
    nonce: u53,
  }),
);

/**
 * `amount` and `maxGasFee` in micro-USDC; the fee is bound to be no higher, and by 0 it is not bound. The recipient
 * `default` is the user's own deposit address. `allowProgramAddress`: the recipient may be off the curve.
 */
export type WithdrawMessage = ValueOf<typeof layout>;

/** Requests a payout. 92 bytes. It names the network, as the same key may hold money on both. */
export const withdrawMessage: SignedMessage<WithdrawMessage> = { byteLength: 92, layout };

export const encodeWithdraw = (withdraw: WithdrawMessage): Uint8Array =>
  encodeSigned(withdrawMessage, withdraw);
export const decodeWithdraw = (message: Uint8Array): WithdrawMessage =>
  decodeSigned(withdrawMessage, message);
