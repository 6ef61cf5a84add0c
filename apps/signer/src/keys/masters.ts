/**
 * The signer's three secrets, one for each purpose, each 32 bytes and different in every network: one of them reveals
 * nothing about the others.
 *
 * They are `KeyObject`s: OpenSSL holds the bytes outside the JavaScript heap, and a printed or serialised `KeyObject`
 * shows none of them.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';

export const MASTER_BYTES = 32;

export interface Masters {
  /** Users' Ed25519 keys are derived from it. Without it every delegated user's key is lost: back it up. */
  readonly delegatedKey: KeyObject;
  /** Builders' HMAC secrets are derived from it. */
  readonly hmac: KeyObject;
  /** API keys are stored as HMACs under it. */
  readonly apiKeyPepper: KeyObject;
}

/**
 * 32 bytes in standard base64, such as from `openssl rand -base64 32`. `undefined` for any other text. The text itself
 * is never part of an error.
 */
export function parseMaster(base64: string): KeyObject | undefined {
  const bytes = Buffer.from(base64, 'base64');
  try {
    if (bytes.length !== MASTER_BYTES || bytes.toString('base64') !== base64) return undefined;
    return createSecretKey(bytes);
  } finally {
    bytes.fill(0);
  }
}

/** The names of two equal keys. A copied line in a deployment would use one secret for two purposes. */
export function sameKeys(
  named: Readonly<Record<string, KeyObject>>,
): readonly [string, string] | undefined {
  const entries = Object.entries(named);
  for (const [index, [name, key]] of entries.entries()) {
    const twin = entries.slice(index + 1).find(([, other]) => other.equals(key));
    if (twin !== undefined) return [name, twin[0]];
  }
  return undefined;
}
