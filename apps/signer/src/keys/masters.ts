/**
 * The three secrets the signer lives on, one a purpose, each 32 bytes and different in every network:
 * who has one of them has nothing of the others.
 *
 * They are held as `KeyObject`s: OpenSSL keeps the bytes outside the JavaScript heap, and printing or serialising a
 * `KeyObject` shows nothing of them.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';

export const MASTER_BYTES = 32;

export interface Masters {
  /** Users' Ed25519 keys come from it. Whoever loses it loses every delegated user's key: back it up. */
  readonly delegatedKey: KeyObject;
  /** Builders' HMAC secrets come from it. */
  readonly hmac: KeyObject;
  /** API keys are stored as HMACs under it. */
  readonly apiKeyPepper: KeyObject;
}

/**
 * 32 bytes in standard base64, e.g. from `openssl rand -base64 32`. `undefined` where the text is anything else; the
 * text itself is never part of an error.
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

/** The names of two keys that are equal: a copied line in a deployment would join two purposes in one secret. */
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
