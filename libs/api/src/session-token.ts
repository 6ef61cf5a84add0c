/**
 * The bearer token of a session: the owner's own signature over the session's text, with what is needed to verify it.
 * So any gateway accepts it, now and after a restart, and no server keeps a secret or a table for it.
 *
 *     bws1. base64url( public key 32 · timestamp 8, little-endian · signature 64 )
 */
import { Buffer } from 'node:buffer';

const PREFIX = 'bws1.';
const KEY_BYTES = 32;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** Unix times of ten digits, as requests may have. */
const LAST_TIMESTAMP = 9_999_999_999n;
const TOKEN_BYTES = KEY_BYTES + TIME_BYTES + SIGNATURE_BYTES;
/** Of base64url without padding. */
export const SESSION_TOKEN_CHARACTERS = PREFIX.length + Math.ceil((TOKEN_BYTES * 4) / 3);

export const EXAMPLE_SESSION_TOKEN = `${PREFIX}${'A'.repeat(SESSION_TOKEN_CHARACTERS - PREFIX.length)}`;

export interface SignedSession {
  readonly publicKey: Uint8Array;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly signature: Uint8Array;
}

export function writeSessionToken({ publicKey, timestamp, signature }: SignedSession): string {
  const bytes = Buffer.alloc(TOKEN_BYTES);
  bytes.set(publicKey, 0);
  bytes.writeBigUInt64LE(BigInt(timestamp), KEY_BYTES);
  bytes.set(signature, KEY_BYTES + TIME_BYTES);
  return `${PREFIX}${bytes.toString('base64url')}`;
}

/** Undefined: it is no token. Whether the signature holds is for the reader to find out. */
export function readSessionToken(token: string): SignedSession | undefined {
  if (token.length !== SESSION_TOKEN_CHARACTERS || !token.startsWith(PREFIX)) return undefined;
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  // Anything that is not base64url is passed over by the decoder.
  if (bytes.length !== TOKEN_BYTES) return undefined;
  const timestamp = bytes.readBigUInt64LE(KEY_BYTES);
  if (timestamp > LAST_TIMESTAMP) return undefined;
  return {
    publicKey: new Uint8Array(bytes.subarray(0, KEY_BYTES)),
    timestamp: Number(timestamp),
    signature: new Uint8Array(bytes.subarray(KEY_BYTES + TIME_BYTES)),
  };
}
