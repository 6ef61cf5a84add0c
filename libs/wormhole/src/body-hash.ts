import { keccak_256 } from '@noble/hashes/sha3.js';
import { encodeVaaBody } from './vaa';
import type { VaaBody } from './vaa';

/** The single keccak: the seed of a posted VAA, and what the precompile is given (it hashes once more itself). */
export const bodyHashOf = (body: VaaBody): Uint8Array => keccak_256(encodeVaaBody(body));

/** The keccak of the keccak: what guardians sign, and the digest by which Wormhole's explorers name a VAA. */
export const signingDigestOf = (body: VaaBody): Uint8Array => keccak_256(bodyHashOf(body));
