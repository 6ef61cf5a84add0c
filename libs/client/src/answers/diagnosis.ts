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
  | 'cancel_after'
  | 'allow_trading_key'
  | 'revoke_trading_key'
  | 'session';

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
  /** The account. */
  readonly user: string;
  /** Whose signature it must be: the account, or a trading key. */
  readonly signer: string;
  readonly key_state:
    | 'owner'
    | 'active'
    | 'expired'
    | 'revoked'
    | 'revoked_by_key'
    | 'replaced'
    | 'unknown';
  /** The exact bytes to sign. */
  readonly message: string;
  /** What `message` says, if it is a text. */
  readonly text: string | null;
  /** The text in the off-chain envelope. */
  readonly envelope: string | null;
  /** In which form of a text the signature holds. */
  readonly form: 'raw' | 'envelope' | null;
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
  /** Offset of the first byte that was signed otherwise. */
  readonly first_difference: number | null;
  readonly differences: readonly MessageDifference[] | null;
  /** The common mistakes that, taken together, explain it. */
  readonly mistakes: readonly { readonly code: string; readonly explanation: string }[];
  readonly proven_by: 'signature' | 'message' | null;
  /** What to do next. */
  readonly next: string;
}
