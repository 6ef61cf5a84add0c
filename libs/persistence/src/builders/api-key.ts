import { toBytes, toBytesOrNull, toNumber, toNumberOrNull } from '../column-values';
import type { ApiKey as ApiKeyRow } from '../generated/client';

/**
 * An API key as the signer stores it: never the credential, only its HMAC under the pepper. Times in Unix milliseconds.
 */
export interface ApiKey {
  /** 16 random bytes, public. */
  readonly keyId: Uint8Array;
  readonly builderId: string;
  /** HMAC of the whole API key text. */
  readonly apiKeyHash: Uint8Array;
  readonly scopes: readonly string[];
  readonly maxFeeBps: number;
  readonly ordersPerSecond: number;
  /** The most that may be withdrawn through it per UTC day; 0 without the scope `withdraw`. */
  readonly dailyOutflowMicroUsdc: number;
  /** Counts from 1; each rotation raises it. The request-signing secret derives from key id and generation. */
  readonly generation: number;
  /** The hash before the last rotation. It stays valid, with `generation - 1`, until `previousValidUntilMs`. */
  readonly previousApiKeyHash: Uint8Array | null;
  readonly previousValidUntilMs: number | null;
  /** Number of users linked with the key. */
  readonly userCount: number;
  readonly createdMs: number;
  readonly lastUsedMs: number | null;
  readonly rotatedMs: number | null;
  readonly revokedMs: number | null;
  /** An operator issued it, and has seen the credential of generation 1. */
  readonly isFirst: boolean;
  /** An operator revoked it, and may let it work again. */
  readonly isStopped: boolean;
}

export type NewApiKey = Pick<
  ApiKey,
  | 'keyId'
  | 'builderId'
  | 'apiKeyHash'
  | 'scopes'
  | 'maxFeeBps'
  | 'ordersPerSecond'
  | 'dailyOutflowMicroUsdc'
  | 'createdMs'
> & { readonly isFirst?: boolean };

/** An operator knows its credential: it can do nothing but be replaced by its builder. */
export const isHandedOver = ({ isFirst, generation }: Pick<ApiKey, 'isFirst' | 'generation'>) =>
  isFirst && generation === 1;

export interface KeyRotation {
  readonly keyId: Uint8Array;
  readonly apiKeyHash: Uint8Array;
  readonly rotatedMs: number;
  readonly previousValidUntilMs: number;
  /** Only the key's first credential is replaced, and ends at once. */
  readonly isTakingOver?: boolean;
}

export const apiKeyOf = (row: ApiKeyRow): ApiKey => ({
  ...row,
  keyId: toBytes(row.keyId),
  apiKeyHash: toBytes(row.apiKeyHash),
  dailyOutflowMicroUsdc: toNumber(row.dailyOutflowMicroUsdc),
  previousApiKeyHash: toBytesOrNull(row.previousApiKeyHash),
  previousValidUntilMs: toNumberOrNull(row.previousValidUntilMs),
  createdMs: toNumber(row.createdMs),
  lastUsedMs: toNumberOrNull(row.lastUsedMs),
  rotatedMs: toNumberOrNull(row.rotatedMs),
  revokedMs: toNumberOrNull(row.revokedMs),
});
