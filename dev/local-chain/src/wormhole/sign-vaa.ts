import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeVaa, signingDigestOf } from '@bellwether/wormhole';
import type { GuardianSignature, VaaBody } from '@bellwether/wormhole';

export interface VaaSigner {
  readonly guardianIndex: number;
  readonly privateKey: Uint8Array;
}

/** Deterministic (RFC 6979): the same message by the same guardians is the same VAA, byte for byte. */
export function signVaa(
  body: VaaBody,
  guardianSetIndex: number,
  signers: readonly VaaSigner[],
): Uint8Array {
  const digest = signingDigestOf(body);
  const signatures = signers
    .map((signer) => signatureOf(digest, signer))
    .sort((one, other) => one.guardianIndex - other.guardianIndex);
  return encodeVaa({ guardianSetIndex, signatures, ...body });
}

function signatureOf(digest: Uint8Array, signer: VaaSigner): GuardianSignature {
  const signed = secp256k1.sign(digest, signer.privateKey, { prehash: false, format: 'recovered' });
  const [v, r, s] = [signed[0] ?? 0, signed.slice(1, 33), signed.slice(33)];
  return { guardianIndex: signer.guardianIndex, r, s, v };
}
