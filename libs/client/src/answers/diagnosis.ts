/** Why a signature does not verify: docs of `POST /v1/debug/signature`. Bytes are hex. */
import type { Network } from './words';

export type SignedKind =
  | 'order'
  | 'cancel'
  | 'cancel_all'
  | 'withdraw'
  | 'recover'
  | 'redeem'
  | 'amend'
  | 'full_order'
  | 'cancel_after';

interface FieldPlace {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
}

export interface MessageField extends FieldPlace {
  readonly hex: string;
  readonly value: string;
}

export interface MessageDifference extends FieldPlace {
  readonly expected_hex: string;
  readonly expected: string;
  readonly given_hex: string;
  readonly given: string;
}

export interface SignatureDiagnosis {
  readonly kind: SignedKind;
  readonly network: Network;
  readonly user: string;
  /** The exact bytes to sign. */
  readonly message: string;
  readonly message_bytes: number;
  readonly message_hash: string;
  readonly fields: readonly MessageField[];
  /** Null if no signature was given. */
  readonly verifies: boolean | null;
  readonly signature_encoding:
    | 'hex'
    | 'hex_with_0x'
    | 'base64'
    | 'base64url'
    | 'base58'
    | 'unreadable'
    | null;
  readonly verifies_over_given: boolean | null;
  readonly given_kind: SignedKind | null;
  readonly differences: readonly MessageDifference[] | null;
  /** The common mistakes that, taken together, explain it. */
  readonly mistakes: readonly { readonly code: string; readonly explanation: string }[];
  readonly proven_by: 'signature' | 'message' | null;
  /** What to do next. */
  readonly next: string;
}
