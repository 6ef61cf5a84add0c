import type { Records } from '../columns';

/** An API key as the signer stores it. Times in Unix milliseconds. */
export type ApiKey = Records['ApiKey'];

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
