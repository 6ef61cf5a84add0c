/** The bytes that a user signed for a command: the canonical message, encoded again from the command's fields. */
import { encodeCancel, encodeCancelAll, encodeOrder } from '@bellwether/canonical-message';
import {
  amendBytes,
  cancelAfterBytes,
  fullOrderBytes,
  recoverBytes,
  redeemBytes,
  withdrawBytes,
} from '@bellwether/exchange';
import type { Command, Network } from '@bellwether/exchange';

export interface Signed {
  readonly user: Uint8Array;
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
}

/**
 * Null for commands that no user signs: their lane authorizes them. `network` is the engine's own, so a signature for
 * another network does not verify.
 */
export function signedBytes(command: Command, network: Network): Signed | null {
  switch (command.kind) {
    case 'order':
      return { ...signerOf(command), message: encodeOrder(command) };
    case 'cancel':
      return { ...signerOf(command), message: encodeCancel(command) };
    case 'cancel_all':
      return { ...signerOf(command), message: encodeCancelAll(command) };
    case 'withdraw':
      return { ...signerOf(command), message: withdrawBytes(command, network) };
    case 'recover':
      return { ...signerOf(command), message: recoverBytes(command, network) };
    case 'redeem':
      return { ...signerOf(command), message: redeemBytes(command, network) };
    case 'amend':
      return { ...signerOf(command), message: amendBytes(command, network) };
    case 'full_order':
      return { ...signerOf(command), message: fullOrderBytes(command, network) };
    case 'cancel_after':
      return { ...signerOf(command), message: cancelAfterBytes(command, network) };
    default:
      return null;
  }
}

const signerOf = ({ user, signature }: Omit<Signed, 'message'>) => ({ user, signature });
