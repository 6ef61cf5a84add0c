/**
 * Ed25519 as every server does it: libsodium signs, verifies, and says what a public key is. One rule, stated at
 * `Verify` and pinned by `libs/canonical-message/vectors/signatures.json`.
 */
import * as sodiumNative from 'sodium-native';
import type { Verify } from '@bellwether/canonical-message';
import { assert } from '@bellwether/errors';

const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;
const SECRET_KEY_BYTES = 64;
const SIGNATURE_BYTES = 64;

/** The binding takes any typed array; its published types name `Buffer` alone. */
interface Ed25519 {
  crypto_sign_verify_detached(
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
  ): boolean;
  crypto_sign_detached(signature: Uint8Array, message: Uint8Array, secretKey: Uint8Array): void;
  crypto_sign_seed_keypair(publicKey: Uint8Array, secretKey: Uint8Array, seed: Uint8Array): void;
  crypto_core_ed25519_is_valid_point(point: Uint8Array): boolean;
  sodium_memzero(secret: Uint8Array): void;
}
const sodium: Ed25519 = sodiumNative;

/** The lengths are checked here: the binding throws on short ones and ignores what stands behind a signature's 64th byte. */
export const verify: Verify = (signature, message, publicKey) =>
  signature.length === SIGNATURE_BYTES &&
  publicKey.length === PUBLIC_KEY_BYTES &&
  sodium.crypto_sign_verify_detached(signature, message, publicKey);

/** @returns the 64-byte signature of the 32-byte `seed`'s key over `message`; the same each time. */
export function sign(message: Uint8Array, seed: Uint8Array): Uint8Array {
  const { secretKey } = keyPairOf(seed);
  const signature = new Uint8Array(SIGNATURE_BYTES);
  sodium.crypto_sign_detached(signature, message, secretKey);
  sodium.sodium_memzero(secretKey);
  return signature;
}

/**
 * A key that signs more than once: made of its 32-byte seed, which costs as much as a signature, one time. The secret
 * half lies outside the JavaScript heap and shows in no inspection; `wipe` ends it.
 */
export class SigningKey {
  readonly publicKey: Uint8Array;
  readonly #secretKey: Uint8Array;
  #isWiped = false;

  constructor(seed: Uint8Array) {
    const { publicKey, secretKey } = keyPairOf(seed);
    this.publicKey = publicKey;
    this.#secretKey = secretKey;
  }

  /** @returns the 64-byte signature over `message`; the same each time. */
  sign(message: Uint8Array): Uint8Array {
    // Zeros are a secret key too, and its signatures would hold for nobody.
    assert(!this.#isWiped, 'a wiped key was asked to sign');
    const signature = new Uint8Array(SIGNATURE_BYTES);
    sodium.crypto_sign_detached(signature, message, this.#secretKey);
    return signature;
  }

  wipe(): void {
    this.#isWiped = true;
    sodium.sodium_memzero(this.#secretKey);
  }
}

/** @returns the 32-byte public key of a 32-byte seed */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  const { publicKey, secretKey } = keyPairOf(seed);
  sodium.sodium_memzero(secretKey);
  return publicKey;
}

/**
 * Whether a key may be given out, registered or credited: canonical, on the curve, in the group of prime order. Every
 * key made from a seed is; a key with a torsion part is not, though `verify` may accept one of its signatures.
 */
export const isValidPublicKey = (publicKey: Uint8Array): boolean =>
  publicKey.length === PUBLIC_KEY_BYTES && sodium.crypto_core_ed25519_is_valid_point(publicKey);

function keyPairOf(seed: Uint8Array): { publicKey: Uint8Array; secretKey: Uint8Array } {
  if (seed.length !== SEED_BYTES) throw new RangeError(`seed of ${seed.length} bytes`);
  const publicKey = new Uint8Array(PUBLIC_KEY_BYTES);
  // A small typed array would lie in the JavaScript heap; a buffer of its own does not.
  const secretKey = new Uint8Array(new ArrayBuffer(SECRET_KEY_BYTES));
  sodium.crypto_sign_seed_keypair(publicKey, secretKey, seed);
  return { publicKey, secretKey };
}
