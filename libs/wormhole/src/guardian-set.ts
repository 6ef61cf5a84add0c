import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** The most guardians a set may have on Solana: `verify_signatures` takes 19 indexes. */
export const MAX_GUARDIANS = 19;
export const GUARDIAN_ADDRESS_BYTES = 20;

/** The signers of VAAs. A signature names its guardian by position, a VAA the set by `index`. */
export interface GuardianSet {
  readonly index: number;
  /** 20 bytes each, as `guardianAddressOf` gives them. */
  readonly guardians: readonly Uint8Array[];
}

/** More than two thirds: 13 of 19. */
export const quorumOf = (guardianCount: number): number => Math.floor((guardianCount * 2) / 3) + 1;

/**
 * The last 20 bytes of the keccak of a secp256k1 public key, as for Ethereum addresses.
 * @param publicKey compressed or not
 */
export const guardianAddressOf = (publicKey: Uint8Array): Uint8Array =>
  keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).slice(
    -GUARDIAN_ADDRESS_BYTES,
  );
