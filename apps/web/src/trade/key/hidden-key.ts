/**
 * A key that no script can read out again. WebCrypto holds it; where a browser knows no Ed25519, the seed lies encrypted
 * under an AES key that cannot be read out either, and is in memory only while it signs.
 */
import type { MessageSigner } from '@bellwether/client';

/** A seed under a lock that no script can read out. */
export interface SealedKey {
  readonly lock: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}
/** The stored form. */
export type HiddenKey = { readonly key: CryptoKey } | SealedKey;

/** Of the header and the seed, an Ed25519 private key in PKCS#8 (RFC 8410). */
const PKCS8_HEADER = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
const IV_BYTES = 12;

/** The seed is the caller's to forget. */
export async function hide(seed: Uint8Array<ArrayBuffer>): Promise<HiddenKey> {
  const pkcs8 = Uint8Array.from([...PKCS8_HEADER, ...seed]);
  try {
    return { key: await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']) };
  } catch {
    return await seal(seed);
  } finally {
    pkcs8.fill(0);
  }
}

/** The caller must clear the seed. */
export async function seal(seed: Uint8Array<ArrayBuffer>): Promise<SealedKey> {
  const usages: KeyUsage[] = ['encrypt', 'decrypt'];
  const lock = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, usages);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, lock, seed);
  return { lock, iv, sealed };
}

/** The seed is the caller's to forget. */
export async function unseal({ lock, iv, sealed }: SealedKey): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, sealed));
}

export const signerOf = (hidden: HiddenKey & { readonly publicKey: string }): MessageSigner => ({
  publicKey: hidden.publicKey,
  sign: (message) => signWith(hidden, message),
});

async function signWith(hidden: HiddenKey, message: Uint8Array): Promise<Uint8Array> {
  const bytes = Uint8Array.from(message);
  if ('key' in hidden) {
    return new Uint8Array(await crypto.subtle.sign('Ed25519', hidden.key, bytes));
  }
  const { KeyPair } = await import('./key-pair');
  const seed = await unseal(hidden);
  const signature = KeyPair.fromSeed(seed).sign(bytes);
  seed.fill(0);
  return signature;
}
