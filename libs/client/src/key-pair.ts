import { ed25519 } from '@noble/curves/ed25519.js';
import { fromHex, toBase58, toHex } from '@bellwether/codec';
import { base58 } from '@scure/base';
import { InvalidInputError } from './errors';

const SEED_BYTES = 32;
/** A seed followed by its public key: the form in which Solana wallets export a secret key. */
const SEED_AND_KEY_BYTES = 64;

/** Signs for a user: a `KeyPair`, or a wallet that shows what it signs and keeps its key. */
export interface MessageSigner {
  /** Base58: the user's name on the exchange. */
  readonly publicKey: string;
  /** Signs exactly these bytes with Ed25519. Returns 64 bytes. */
  sign(message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

/**
 * A user's own Ed25519 key, held in memory. It is never printed: `JSON.stringify` and logs show only the public key.
 */
export class KeyPair implements MessageSigner {
  readonly publicKey: string;
  readonly #seed: Uint8Array;

  private constructor(seed: Uint8Array) {
    this.#seed = seed;
    this.publicKey = toBase58(ed25519.getPublicKey(seed));
  }

  /** Uses the system's randomness (WebCrypto). */
  static random(): KeyPair {
    return new KeyPair(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  }

  /** @param seed 32 bytes, or their hex */
  static fromSeed(seed: Uint8Array | string): KeyPair {
    const bytes = typeof seed === 'string' ? fromHex(seed, SEED_BYTES) : seed;
    if (bytes?.length !== SEED_BYTES) {
      throw new InvalidInputError('seed', null, '32 bytes, or 64 characters of hex');
    }
    return new KeyPair(bytes.slice());
  }

  /** @param text base58 of a 32-byte seed, or of the 64 bytes of a Solana wallet */
  static fromBase58(text: string): KeyPair {
    const bytes = decodedBase58(text);
    const expected = 'base58 of 32 bytes, or of 64 whose second half is the public key';
    if (bytes?.length !== SEED_BYTES && bytes?.length !== SEED_AND_KEY_BYTES) {
      throw new InvalidInputError('secret key', null, expected);
    }
    const pair = new KeyPair(bytes.slice(0, SEED_BYTES));
    const written = bytes.slice(SEED_BYTES);
    if (written.length > 0 && toBase58(written) !== pair.publicKey) {
      throw new InvalidInputError('secret key', null, expected);
    }
    return pair;
  }

  sign(message: Uint8Array): Uint8Array {
    return ed25519.sign(message, this.#seed);
  }

  /** The secret in hex, for the caller to store; `fromSeed` reads it. */
  exportSeed(): string {
    return toHex(this.#seed);
  }

  toJSON(): { readonly publicKey: string } {
    return { publicKey: this.publicKey };
  }
}

function decodedBase58(text: string): Uint8Array | undefined {
  try {
    return text.length > 2 * SEED_AND_KEY_BYTES ? undefined : base58.decode(text);
  } catch {
    return undefined;
  }
}
