/**
 * The user's key in this browser. WebCrypto holds it as a key that no script can read out again; where a browser knows
 * no Ed25519, the seed lies encrypted under an AES key that cannot be read out either, and is in memory only while it
 * signs.
 */
import type { MessageSigner } from '@bellwether/client';
import { read, remove, write } from '../store';

/** As it is kept. */
export type KeyRow = {
  readonly publicKey: string;
  /** Whether the user said that the backup is kept, or a passkey makes the key again. */
  readonly isBackedUp: boolean;
  readonly passkey?: boolean;
} & (
  | { readonly key: CryptoKey }
  | { readonly lock: CryptoKey; readonly iv: Uint8Array<ArrayBuffer>; readonly sealed: ArrayBuffer }
);

export interface StoredKey extends MessageSigner {
  readonly isBackedUp: boolean;
  readonly isPasskey: boolean;
}

const NAME = 'trading';
/** Of the header and the seed, an Ed25519 private key in PKCS#8 (RFC 8410). */
const PKCS8_HEADER = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
const IV_BYTES = 12;

export async function loadKey(): Promise<StoredKey | null> {
  const row = await read<KeyRow>('keys', NAME);
  return row === undefined ? null : signerOf(row);
}

/** Keeps a new key. The seed is the caller's to forget. */
export async function keepKey(
  seed: Uint8Array<ArrayBuffer>,
  about: { readonly publicKey: string; readonly isBackedUp: boolean; readonly passkey?: boolean },
): Promise<StoredKey> {
  const row: KeyRow = { ...about, ...(await unreadable(seed)) };
  await write('keys', NAME, row);
  // The browser may otherwise throw it away when its disk is full. It may say no: hence the backup.
  void navigator.storage?.persist?.().catch(() => false);
  return signerOf(row);
}

export async function markBackedUp(): Promise<void> {
  const row = await read<KeyRow>('keys', NAME);
  if (row !== undefined) await write('keys', NAME, { ...row, isBackedUp: true });
}

export const forgetKey = (): Promise<unknown> => remove('keys', NAME);

async function unreadable(seed: Uint8Array<ArrayBuffer>) {
  const pkcs8 = Uint8Array.from([...PKCS8_HEADER, ...seed]);
  try {
    return { key: await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']) };
  } catch {
    const usages: KeyUsage[] = ['encrypt', 'decrypt'];
    const lock = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, usages);
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, lock, seed);
    return { lock, iv, sealed };
  } finally {
    pkcs8.fill(0);
  }
}

function signerOf(row: KeyRow): StoredKey {
  const { publicKey, isBackedUp, passkey = false } = row;
  return { publicKey, isBackedUp, isPasskey: passkey, sign: (message) => signWith(row, message) };
}

async function signWith(row: KeyRow, message: Uint8Array): Promise<Uint8Array> {
  const bytes = Uint8Array.from(message);
  if ('key' in row) return new Uint8Array(await crypto.subtle.sign('Ed25519', row.key, bytes));
  const { lock, iv, sealed } = row;
  const { KeyPair } = await import('./key-pair');
  const seed = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, lock, sealed));
  const signature = KeyPair.fromSeed(seed).sign(bytes);
  seed.fill(0);
  return signature;
}
