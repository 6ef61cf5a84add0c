import { keccak_256 } from '@noble/hashes/sha3.js';
import { encodeVaaBody } from './vaa';
import type { VaaBody } from './vaa';

/** The single keccak: the seed of a posted VAA, and the input of the precompile, which hashes it once more. */
export const bodyHashOf = (body: VaaBody): Uint8Array => keccak_256(encodeVaaBody(body));

/** The keccak of the keccak: what guardians sign, and the digest that identifies a VAA in Wormhole's explorers. */
export const signingDigestOf = (body: VaaBody): Uint8Array => keccak_256(bodyHashOf(body));
