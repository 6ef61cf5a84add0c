/** Checks that a guardian set signed a VAA. The order of the checks is the order of precedence of the refusals. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { DecodeError } from '@bellwether/codec';
import { signingDigestOf } from './body-hash';
import { guardianAddressOf, quorumOf } from './guardian-set';
import type { GuardianSet } from './guardian-set';
import { decodeVaa } from './vaa';
import type { GuardianSignature, Vaa } from './vaa';

export type VaaRefusalCode =
  /** Not a VAA of version 1. */
  | 'MALFORMED'
  /** Names another guardian set than the given one. */
  | 'WRONG_GUARDIAN_SET'
  /** Fewer signatures than a quorum: two thirds of the set plus one. */
  | 'NO_QUORUM'
  /** Not in rising order of guardians; includes one guardian twice. */
  | 'SIGNATURES_OUT_OF_ORDER'
  /** Names a guardian that the set does not have. */
  | 'UNKNOWN_GUARDIAN'
  /** Not made over this body by the guardian it names. */
  | 'WRONG_SIGNATURE';

export interface VaaRefusal {
  readonly refused: VaaRefusalCode;
  /** The guardian with the faulty signature, if there is one. */
  readonly guardianIndex?: number;
}

export type VerifiedVaa = { readonly refused?: never; readonly vaa: Vaa };

/**
 * Every signature must be valid, including those beyond the quorum, as in Wormhole's contracts. `s` in the upper half
 * of the order is accepted, as there: flipping a signature changes the VAA's bytes but not its body, and the body
 * counts only once.
 */
export function verifyVaa(vaaBytes: Uint8Array, set: GuardianSet): VaaRefusal | VerifiedVaa {
  const vaa = decoded(vaaBytes);
  if (vaa === undefined) return { refused: 'MALFORMED' };
  if (vaa.guardianSetIndex !== set.index) return { refused: 'WRONG_GUARDIAN_SET' };
  if (set.guardians.length === 0 || vaa.signatures.length < quorumOf(set.guardians.length)) {
    return { refused: 'NO_QUORUM' };
  }
  const refusal = unordered(vaa.signatures) ?? wronglySigned(vaa, set);
  return refusal ?? { vaa };
}

function decoded(vaaBytes: Uint8Array): Vaa | undefined {
  try {
    return decodeVaa(vaaBytes);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function unordered(signatures: readonly GuardianSignature[]): VaaRefusal | undefined {
  let previous = -1;
  for (const { guardianIndex } of signatures) {
    if (guardianIndex <= previous) return { refused: 'SIGNATURES_OUT_OF_ORDER', guardianIndex };
    previous = guardianIndex;
  }
  return undefined;
}

function wronglySigned(vaa: Vaa, { guardians }: GuardianSet): VaaRefusal | undefined {
  const digest = signingDigestOf(vaa);
  for (const signature of vaa.signatures) {
    const { guardianIndex } = signature;
    const guardian = guardians[guardianIndex];
    if (guardian === undefined) return { refused: 'UNKNOWN_GUARDIAN', guardianIndex };
    const signer = signerOf(signature, digest);
    if (signer === undefined || signer.some((byte, at) => byte !== guardian[at])) {
      return { refused: 'WRONG_SIGNATURE', guardianIndex };
    }
  }
  return undefined;
}

/** The address that made a signature; `undefined` if it is not a valid signature. */
function signerOf({ r, s, v }: GuardianSignature, digest: Uint8Array): Uint8Array | undefined {
  // Above 1 the curve's order is added to r: Ethereum's and Solana's recovery support only 0 and 1.
  if (v > 1) return undefined;
  const compact = new Uint8Array(64);
  compact.set(r);
  compact.set(s, 32);
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(v);
    return guardianAddressOf(signature.recoverPublicKey(digest).toBytes());
  } catch {
    return undefined;
  }
}
