/** Which bytes a user signed for a command: the canonical message, made anew from the command's own fields. */
import { encodeCancel, encodeCancelAll, encodeOrder } from '@bellwether/canonical-message';
import type { Command } from '@bellwether/exchange';

export interface Signed {
  readonly user: Uint8Array;
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
}

/** Null for commands that no user signs: their lane is their authority. */
export function signedBytes(command: Command): Signed | null {
  switch (command.kind) {
    case 'order':
      return { ...signerOf(command), message: encodeOrder(command) };
    case 'cancel':
      return { ...signerOf(command), message: encodeCancel(command) };
    case 'cancel_all':
      return { ...signerOf(command), message: encodeCancelAll(command) };
    default:
      return null;
  }
}

const signerOf = ({ user, signature }: Omit<Signed, 'message'>) => ({ user, signature });
