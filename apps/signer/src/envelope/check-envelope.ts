/**
 * Does the envelope hold? Decided from plain values, in the order of docs/protocol/builder-envelope.md §3:
 * (size and header syntax came before) key, skew, MAC; (parsing the body comes after).
 *
 * An unknown key, a revoked one, a rotated-out one and a wrong MAC all end in the same `API_KEY_INVALID`, and the
 * same work is done for each: a caller without a credential learns neither from words nor from time which it was.
 */
import type { KeyObject } from 'node:crypto';
import { CodedError } from '@bellwether/errors';
import { MAX_TIMESTAMP_SKEW_SECONDS } from '../limits';
import { matchCredential, type Credentials } from '../keys/credential';
import { apiKeyHash, hmacSecret } from '../keys/derivation';
import { KEY_ID_BYTES } from '../keys/api-key';
import type { SignedHeaders } from './envelope-headers';
import { envelopeMac, isSameMac } from './envelope-mac';
import { isTimely } from './timestamp-skew';

export interface EnvelopeMasters {
  readonly hmac: KeyObject;
  readonly apiKeyPepper: KeyObject;
}

/** What the database knows of the key that the caller's API key claims to be. */
export interface KnownKey extends Credentials {
  readonly keyId: Uint8Array;
}

const NO_KEY_ID = new Uint8Array(KEY_ID_BYTES);

/** `X-Api-Key` alone. Answers the known key, or throws `API_KEY_INVALID`. */
export function checkApiKey<K extends KnownKey>(
  apiKey: string,
  known: K | undefined,
  nowMs: number,
  masters: Pick<EnvelopeMasters, 'apiKeyPepper'>,
): K {
  const hash = apiKeyHash(masters.apiKeyPepper, apiKey);
  const generation = matchCredential(known, hash, nowMs);
  if (known === undefined || generation === null) throw new CodedError('API_KEY_INVALID');
  return known;
}

/**
 * The full envelope. Answers the known key, or throws `API_KEY_INVALID`, or `TIMESTAMP_SKEW` with `server_time` in
 * Unix seconds (only to a caller whose API key is valid).
 */
export function checkEnvelope<K extends KnownKey>(
  request: {
    readonly headers: SignedHeaders;
    readonly method: string;
    readonly target: string;
    readonly rawBody: Uint8Array;
  },
  known: K | undefined,
  nowMs: number,
  masters: EnvelopeMasters,
): K {
  const { headers } = request;
  const hash = apiKeyHash(masters.apiKeyPepper, headers.apiKey);
  const generation = matchCredential(known, hash, nowMs);

  const secret = hmacSecret(masters.hmac, known?.keyId ?? NO_KEY_ID, generation ?? 1);
  const expected = envelopeMac(secret, { ...request, timestamp: headers.timestamp });
  secret.fill(0);
  const macHolds = isSameMac(expected, headers.mac);

  if (known === undefined || generation === null) throw new CodedError('API_KEY_INVALID');
  if (!isTimely(headers.timestamp, nowMs)) {
    throw new CodedError('TIMESTAMP_SKEW', {
      server_time: Math.floor(nowMs / 1_000),
      timestamp: headers.timestamp,
      max_skew_seconds: MAX_TIMESTAMP_SKEW_SECONDS,
    });
  }
  if (!macHolds) throw new CodedError('API_KEY_INVALID');
  return known;
}
