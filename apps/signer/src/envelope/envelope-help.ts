/**
 * The details of a 401 that let a caller find its own mistake: what was read of the request, and the recipe. They come
 * from the request alone, so they are the same for an unknown API key and a wrong MAC, and contain no secret.
 */
import { createHash } from 'node:crypto';
import type { ErrorDetails } from '@bellwether/errors';
import type { SignedRequest } from './envelope-mac';

const RECIPE =
  'HMAC-SHA256, keyed with the base64-decoded secret, over timestamp + METHOD + path[?query] + body, without separators';
const ENCODINGS = '64 characters of hex, or base64 or base64url of 32 bytes';
const API_KEY =
  'an API key of this network as it was issued, bw_<network>_<32 hex>_<64 hex>, neither revoked nor rotated out';
/** Longer than the target of any endpoint. The hash covers all of it in any case. */
const MAX_SHOWN_CHARACTERS = 256;

const sha256 = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The full envelope: `signed_sha256` is the SHA-256 of the signed bytes as they were received. */
export function envelopeHelp({ timestamp, method, target, rawBody }: SignedRequest): ErrorDetails {
  return {
    expected: API_KEY,
    recipe: RECIPE,
    encodings: ENCODINGS,
    timestamp,
    method,
    path: target.slice(0, MAX_SHOWN_CHARACTERS),
    body_bytes: rawBody.length,
    body_sha256: sha256(rawBody),
    signed_bytes: Buffer.byteLength(timestamp + method + target) + rawBody.length,
    signed_sha256: sha256(timestamp + method + target, rawBody),
  };
}

/** `X-Api-Key` alone. */
export const apiKeyHelp = (): ErrorDetails => ({ header: 'X-Api-Key', expected: API_KEY });
