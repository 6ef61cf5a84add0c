/**
 * Checks the envelope, from plain values, in the order of docs/protocol/builder-envelope.md §3: key, skew, MAC. Size
 * and header syntax are checked before, and the body is parsed afterwards.
 *
 * An unknown, revoked or rotated-out key and a wrong MAC all give the same `API_KEY_INVALID` after the same work. So a
 * caller without a credential learns neither from the text nor from the time which it was.
 */
import type { KeyObject } from 'node:crypto';
import { CodedError } from '@bellwether/errors';
import { MAX_TIMESTAMP_SKEW_SECONDS } from '../limits';
import { matchCredential, type Credentials } from '../keys/credential';
import { apiKeyHash } from '../keys/derivation';
import type { HmacSecrets } from '../keys/hmac-secrets';
import type { SignedHeaders } from './envelope-headers';
import { apiKeyHelp, envelopeHelp } from './envelope-help';
import { envelopeMac, isSameMac } from './envelope-mac';
import { isTimely } from './timestamp-skew';

/** The parts of a request that are checked. */
export interface EnvelopeKeys {
  readonly secrets: HmacSecrets;
  readonly apiKeyPepper: KeyObject;
}

/** The database's record of the key that the caller's API key claims to be. */
export interface KnownKey extends Credentials {
  readonly keyId: Uint8Array;
}

/** `X-Api-Key` alone. Returns the known key, or throws `API_KEY_INVALID`. */
export function checkApiKey<K extends KnownKey>(
  apiKey: string,
  known: K | undefined,
  nowMs: number,
  keys: Pick<EnvelopeKeys, 'apiKeyPepper'>,
): K {
  const hash = apiKeyHash(keys.apiKeyPepper, apiKey);
  const generation = matchCredential(known, hash, nowMs);
  if (known === undefined || generation === null) {
    throw new CodedError('API_KEY_INVALID', apiKeyHelp());
  }
  return known;
}

/**
 * The full envelope. Returns the known key, or throws `API_KEY_INVALID`, or `TIMESTAMP_SKEW` with `server_time` in Unix
 * seconds (only to a caller whose API key is valid).
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
  keys: EnvelopeKeys,
): K {
  const { headers } = request;
  const hash = apiKeyHash(keys.apiKeyPepper, headers.apiKey);
  const generation = matchCredential(known, hash, nowMs);

  // Without a valid API key the MAC is checked against a secret that belongs to no key. The first derivation of the
  // named key's secret would reveal by its time that the key exists.
  const isKnown = known !== undefined && generation !== null;
  const secret = isKnown ? keys.secrets.of(known.keyId, generation) : keys.secrets.nobodys;
  const signed = { ...request, timestamp: headers.timestamp };
  const expected = envelopeMac(secret, signed);
  const macHolds = isSameMac(expected, headers.mac);

  if (!isKnown) throw new CodedError('API_KEY_INVALID', envelopeHelp(signed));
  if (!isTimely(headers.timestamp, nowMs)) {
    throw new CodedError('TIMESTAMP_SKEW', {
      server_time: Math.floor(nowMs / 1_000),
      timestamp: headers.timestamp,
      max_skew_seconds: MAX_TIMESTAMP_SKEW_SECONDS,
    });
  }
  if (!macHolds) throw new CodedError('API_KEY_INVALID', envelopeHelp(signed));
  return known;
}
