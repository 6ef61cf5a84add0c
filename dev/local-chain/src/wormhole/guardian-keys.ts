import { hkdfSync } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { guardianAddressOf } from '@bellwether/wormhole';
import type { GuardianSet } from '@bellwether/wormhole';
import { GUARDIANS_DEFAULT } from './limits';

const KEY_BYTES = 32;
const SALT = 'bellwether/local-guardians/v1';

/** The private keys (secp256k1) that follow from a seed: the same each time. */
export const guardianPrivateKeys = (
  seed: Uint8Array,
  count: number = GUARDIANS_DEFAULT,
): Uint8Array[] =>
  Array.from(
    { length: count },
    // 32 bytes are below the order of the curve but once in 2^128: no reduction is needed.
    (_, at) => new Uint8Array(hkdfSync('sha256', seed, SALT, `guardian/${at}`, KEY_BYTES)),
  );

/** The guardian set of these private keys, as the chains have it on record. */
export const guardianSetOf = (privateKeys: readonly Uint8Array[], index = 0): GuardianSet => ({
  index,
  guardians: privateKeys.map((key) => guardianAddressOf(secp256k1.getPublicKey(key))),
});
