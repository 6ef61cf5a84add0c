/**
 * The signature of a request: HMAC-SHA256 over `timestamp + METHOD + path[?query] + rawBody`, without separators. It is
 * byte for byte the recipe of `buildHmacSignature` in @polymarket/builder-signing-sdk, so that client works unchanged.
 */
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

export interface SignedRequest {
  /** As sent in `X-Timestamp`. */
  readonly timestamp: string;
  /** Upper case. */
  readonly method: string;
  /** The request target as received: the path, and the query with its `?` if there is one. */
  readonly target: string;
  /** The bytes as received, never a body serialized again from parsed values. */
  readonly rawBody: Uint8Array;
}

export const envelopeMac = (secret: KeyObject | Uint8Array, request: SignedRequest): Uint8Array =>
  createHmac('sha256', secret)
    .update(request.timestamp + request.method + request.target, 'utf8')
    .update(request.rawBody)
    .digest();

/** In constant time. A MAC of another length cannot occur here: header syntax was checked before. */
export const isSameMac = (expected: Uint8Array, presented: Uint8Array): boolean =>
  expected.length === presented.length && timingSafeEqual(expected, presented);
