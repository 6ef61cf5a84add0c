/**
 * The bearer token of a session: the signature over the session's text, by the owner or by one of its trading keys, with
 * what is needed to verify it. So any gateway accepts it, now and after a restart, and no server keeps a secret or a table
 * for it.
 *
 *     bws1. base64url( public key 32 · timestamp 8, little-endian · signature 64 · the trading key that signed 32, if any )
 */
import { Buffer } from 'node:buffer';

const PREFIX = 'bws1.';
const KEY_BYTES = 32;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** Unix times of ten digits, as requests may have. */
const LAST_TIMESTAMP = 9_999_999_999n;
const TOKEN_BYTES = KEY_BYTES + TIME_BYTES + SIGNATURE_BYTES;
/** In base64url without padding. */
const charactersOf = (bytes: number): number => PREFIX.length + Math.ceil((bytes * 4) / 3);
const SIZES = [TOKEN_BYTES, TOKEN_BYTES + KEY_BYTES];

export const EXAMPLE_SESSION_TOKEN = `${PREFIX}${'A'.repeat(charactersOf(TOKEN_BYTES) - PREFIX.length)}`;

export interface SignedSession {
  readonly publicKey: Uint8Array;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly signature: Uint8Array;
  /** Who signed, where it is not the owner: the session ends with this key. */
  readonly tradingKey?: Uint8Array;
}

export function writeSessionToken(session: SignedSession): string {
  const { publicKey, timestamp, signature, tradingKey } = session;
  const bytes = Buffer.alloc(TOKEN_BYTES + (tradingKey?.length ?? 0));
  bytes.set(publicKey, 0);
  bytes.writeBigUInt64LE(BigInt(timestamp), KEY_BYTES);
  bytes.set(signature, KEY_BYTES + TIME_BYTES);
  if (tradingKey !== undefined) bytes.set(tradingKey, TOKEN_BYTES);
  return `${PREFIX}${bytes.toString('base64url')}`;
}

/** Undefined: it is no token. Whether the signature holds is for the reader to find out. */
export function readSessionToken(token: string): SignedSession | undefined {
  const size = SIZES.find((bytes) => token.length === charactersOf(bytes));
  if (size === undefined || !token.startsWith(PREFIX)) return undefined;
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  // Anything that is not base64url is passed over by the decoder.
  if (bytes.length !== size) return undefined;
  const timestamp = bytes.readBigUInt64LE(KEY_BYTES);
  if (timestamp > LAST_TIMESTAMP) return undefined;
  return {
    publicKey: new Uint8Array(bytes.subarray(0, KEY_BYTES)),
    timestamp: Number(timestamp),
    signature: new Uint8Array(bytes.subarray(KEY_BYTES + TIME_BYTES, TOKEN_BYTES)),
    ...(size === TOKEN_BYTES ? {} : { tradingKey: new Uint8Array(bytes.subarray(TOKEN_BYTES)) }),
  };
}
