/** Making a key and reading a backup. It is fetched when somebody starts, restores, or has an old browser. */
import { KeyPair } from '@bellwether/client';
import { keepKey } from './stored-key';
import type { StoredKey } from './stored-key';

const SEED_BYTES = 32;

export interface MadeKey {
  readonly key: StoredKey;
  /** The seed in hex: shown once, and kept nowhere. */
  readonly backup: string;
}

export async function makeKey(): Promise<MadeKey> {
  const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  const pair = KeyPair.fromSeed(seed);
  const key = await keepKey(seed, { publicKey: pair.publicKey, isBackedUp: false });
  seed.fill(0);
  return { key, backup: pair.exportSeed() };
}

/**
 * @param text a backup of ours (64 characters of hex), or a secret key as Solana wallets export it (base58)
 * @returns null if it is neither: nothing was kept
 */
export function publicKeyOf(text: string): string | null {
  return pairOf(text)?.publicKey ?? null;
}

export async function restoreKey(text: string): Promise<StoredKey | null> {
  const pair = pairOf(text);
  if (pair === null) return null;
  const seed = seedOf(pair);
  const key = await keepKey(seed, { publicKey: pair.publicKey, isBackedUp: true });
  seed.fill(0);
  return key;
}

export async function keepSeed(seed: Uint8Array<ArrayBuffer>): Promise<StoredKey> {
  const { publicKey } = KeyPair.fromSeed(seed);
  return keepKey(seed, { publicKey, isBackedUp: true, passkey: true });
}

function pairOf(text: string): KeyPair | null {
  const plain = text.trim();
  try {
    return /^[\da-f]{64}$/i.test(plain)
      ? KeyPair.fromSeed(plain.toLowerCase())
      : KeyPair.fromBase58(plain);
  } catch {
    return null;
  }
}

const seedOf = (pair: KeyPair): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(pair.exportSeed().match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
