/** The bytes that were signed for a command, made again from its fields: the canonical message, or the owner's text. */
import { encodeCancel, encodeCancelAll } from '@bellwether/canonical-message';
import {
  amendBytes,
  attestationBytes,
  cancelAfterBytes,
  challengeBytes,
  challengeTextBytes,
  orderBytes,
  recoverBytes,
  recoverTextBytes,
  redeemBytes,
  signerOfRevocation,
  tradingKeyBytes,
  withdrawBytes,
  withdrawTextBytes,
} from '@bellwether/exchange';
import { signedByNobody } from '@bellwether/exchange';
import type { Command, CommandOf, Network } from '@bellwether/exchange';

export interface Signed {
  /** Whose signature it is: the user's, or that of its trading key. */
  readonly signer: Uint8Array;
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
}

/**
 * Null for commands that nobody signs: their lane authorizes them. `network` is the engine's own, so a signature for
 * another network does not verify.
 */
export function signedBytes(command: Command, network: Network): Signed | null {
  switch (command.kind) {
    case 'order':
      return { ...signerOf(command), message: orderBytes(command, network) };
    case 'cancel':
      return { ...signerOf(command), message: encodeCancel(command) };
    case 'cancel_all':
      return { ...signerOf(command), message: encodeCancelAll(command) };
    case 'withdraw':
      return { ...signerOf(command), message: withdrawn(command, network) };
    case 'recover':
      return { ...signerOf(command), message: recovered(command, network) };
    case 'redeem':
      return { ...signerOf(command), message: redeemBytes(command, network) };
    case 'challenge': {
      const { user: signer, signature } = command;
      return { signer, signature, message: challenged(command, network) };
    }
    case 'attest': {
      const { source: signer, signature } = command;
      return { signer, signature, message: attestationBytes(command, network) };
    }
    case 'amend':
      return { ...signerOf(command), message: amendBytes(command, network) };
    case 'cancel_after':
      return { ...signerOf(command), message: cancelAfterBytes(command, network) };
    case 'allow_trading_key':
      return { ...signerOf(command), message: tradingKeyBytes(command, network) };
    case 'revoke_trading_key': {
      const message = tradingKeyBytes(command, network);
      return { signer: signerOfRevocation(command), signature: command.signature, message };
    }
    default:
      return signedByNobody(command);
  }
}

/** A trading key is compared with those that may trade for the user later, by the state. */
const signerOf = ({ user, signer, signature }: SignedCommand) => ({
  signer: signer ?? user,
  signature,
});

interface SignedCommand {
  readonly signer?: Uint8Array | undefined;
  readonly user: Uint8Array;
  readonly signature: Uint8Array;
}

const withdrawn = (command: CommandOf<'withdraw'>, network: Network): Uint8Array =>
  command.textForm === undefined
    ? withdrawBytes(command, network)
    : withdrawTextBytes(command, command.textForm, network);

const challenged = (command: CommandOf<'challenge'>, network: Network): Uint8Array =>
  command.textForm === undefined
    ? challengeBytes(command, network)
    : challengeTextBytes(command, command.textForm, network);

const recovered = (command: CommandOf<'recover'>, network: Network): Uint8Array =>
  command.textForm === undefined
    ? recoverBytes(command, network)
    : recoverTextBytes(command, command.textForm, network);
