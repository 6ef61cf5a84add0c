/**
 * The signer's key administration, as the gateway's admin role uses it over the bus. The signer alone knows keys: the
 * answers that hold a secret are shown once and neither logged nor stored on the way.
 */
import type { JsonHandlers } from '../rpc/json-service';
import type { SignerKeyOperation } from '../subjects';

export interface NewBuilder {
  readonly builderId: string;
  readonly name: string;
  readonly maxFeeBps: number;
}

/** `apiKey` and `secret` (base64 of 32 bytes) are shown this once; `keyId` is public. */
export interface IssuedKey {
  readonly keyId: string;
  readonly builderId: string;
  readonly apiKey: string;
  readonly secret: string;
}

export interface RevokedKey {
  readonly keyId: string;
  /** The first revocation's, also after a repeat. */
  readonly revokedMs: number;
}

/** Times in Unix milliseconds; null: never. */
export interface KeyDescription {
  readonly keyId: string;
  readonly builderId: string;
  readonly builderName: string;
  readonly scopes: readonly string[];
  readonly maxFeeBps: number;
  readonly ordersPerSecond: number;
  /** The outflow cap; 0 without the scope `withdraw`. */
  readonly dailyOutflowMicroUsdc: number;
  readonly generation: number;
  /** Users made through this key. */
  readonly userCount: number;
  readonly createdMs: number;
  readonly lastUsedMs: number | null;
  readonly rotatedMs: number | null;
  readonly revokedMs: number | null;
}

/** Oldest first; `next` is the `after` of the next page, null at the end. */
export interface KeysPage {
  readonly keys: readonly KeyDescription[];
  readonly next: string | null;
}

/** A builder with the sums of its keys. Times in Unix milliseconds; null: never. */
export interface BuilderDescription extends NewBuilder {
  readonly activeKeys: number;
  readonly revokedKeys: number;
  /** Users made through its keys; one that two keys made counts twice. */
  readonly userCount: number;
  readonly createdMs: number;
  readonly lastUsedMs: number | null;
}

/** Oldest first; `next` is the `after` of the next page, null at the end. */
export interface BuildersPage {
  readonly builders: readonly BuilderDescription[];
  readonly next: string | null;
}

/**
 * Requests and answers by operation. `keyId` is 32 characters of hex; the signer defines the scopes. `maxFeeBps` 0 to
 * 100, `limit` 1 to 500.
 */
export interface SignerKeyOperations {
  create_builder: { request: { name: string; maxFeeBps?: number }; answer: NewBuilder };
  /** The first key of a builder, which its builder takes over: BUILDER_HAS_KEYS afterwards. */
  create_key: {
    request: {
      builderId: string;
      scopes?: readonly string[];
      ordersPerSecond?: number;
      dailyOutflowMicroUsdc?: number;
    };
    answer: IssuedKey;
  };
  revoke_key: { request: { keyId: string }; answer: RevokedKey };
  /** Undoes an operator's revocation; nobody learns the credential. */
  restore_key: { request: { keyId: string }; answer: { readonly keyId: string } };
  list_keys: { request: { builderId?: string; after?: string; limit?: number }; answer: KeysPage };
  /** `search`: in the name, in whichever case, or the whole id. */
  list_builders: {
    request: { search?: string; after?: string; limit?: number };
    answer: BuildersPage;
  };
}

export type SignerKeyRequest<O extends SignerKeyOperation> = SignerKeyOperations[O]['request'];
export type SignerKeyAnswer<O extends SignerKeyOperation> = SignerKeyOperations[O]['answer'];

/** The signer's handlers: one function per operation. A thrown `CodedError` reaches the caller as it is. */
export type SignerAdminHandlers = JsonHandlers<SignerKeyOperations>;
