/** All forms of signed messages, by their kinds. */
import { encodeSigned } from '../signed-message';
import type { SignedMessage } from '../signed-message';
import { amendForm } from './amend';
import { attestationForm } from './attestation';
import { cancelForm } from './cancel';
import { cancelAfterForm } from './cancel-after';
import { cancelAllForm } from './cancel-all';
import { challengeForm } from './challenge';
import { fullOrderForm } from './full-order';
import { orderForm } from './order';
import { recoverForm } from './recover';
import { redeemForm } from './redeem';
import type { MessageOf } from './signed-form';
import { withdrawForm } from './withdraw';

export const FORMS = {
  order: orderForm,
  cancel: cancelForm,
  cancel_all: cancelAllForm,
  withdraw: withdrawForm,
  recover: recoverForm,
  redeem: redeemForm,
  amend: amendForm,
  full_order: fullOrderForm,
  cancel_after: cancelAfterForm,
  challenge: challengeForm,
  attestation: attestationForm,
} as const;

export type SignedKind = keyof typeof FORMS;
export const SIGNED_KINDS = Object.keys(FORMS) as [SignedKind, ...SignedKind[]];

/** A message of one kind, as a domain value. */
export type SignedMessageOf<K extends SignedKind> = MessageOf<(typeof FORMS)[K]>;
export type AnySignedMessage = {
  [K in SignedKind]: { readonly kind: K } & SignedMessageOf<K>;
}[SignedKind];

/** The kind whose messages have this length; lengths are unique. */
export const kindOfLength = (byteLength: number): SignedKind | undefined =>
  SIGNED_KINDS.find((kind) => byteLength === FORMS[kind].byteLength);

/** The canonical bytes of a message of any kind. @throws RangeError if a value does not fit its field */
export const encodeAny = (message: AnySignedMessage): Uint8Array =>
  // The form of its own kind.
  encodeSigned(FORMS[message.kind] as unknown as SignedMessage<AnySignedMessage>, message);
