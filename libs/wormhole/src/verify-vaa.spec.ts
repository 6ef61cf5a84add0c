/** Which VAAs a guardian set has signed, and why the others are refused. */
import { describe, expect, it } from 'vitest';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeVaa, signingDigestOf, verifyVaa } from './index';
import type { GuardianSet, GuardianSignature, Vaa, VaaRefusal } from './index';
import { GUARDIAN_SECRETS, GUARDIAN_SET, VAA_VECTORS, hexBytes, vaaOf } from '../test/vectors';

const ORDER = secp256k1.Point.Fn.ORDER;
const ZEROS = new Uint8Array(32);

const SIGNED = VAA_VECTORS.filter(({ signatures }) => signatures.length > 0);
const good = vaaOf(SIGNED[0]!);

it.each(SIGNED.map((vector) => [vector.name, vector] as const))('%s: is signed', (_, vector) => {
  expect(verifyVaa(hexBytes(vector.vaa), GUARDIAN_SET)).toEqual({ vaa: vaaOf(vector) });
});

/** A signature of the body by that guardian's key, or by any other. */
function signatureBy(
  guardianIndex: number,
  secret = GUARDIAN_SECRETS[guardianIndex]!,
): GuardianSignature {
  const digest = signingDigestOf(good);
  const signed = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
  return { guardianIndex, r: signed.slice(1, 33), s: signed.slice(33), v: signed[0]! };
}

/** The other signature that the same guardian's key has for the same digest: s and its parity turned round. */
function turned({ guardianIndex, r, s, v }: GuardianSignature): GuardianSignature {
  const value = ORDER - BigInt(`0x${Buffer.from(s).toString('hex')}`);
  return { guardianIndex, r, s: hexBytes(value.toString(16).padStart(64, '0')), v: v ^ 1 };
}

const withSignature = (at: number, signature: GuardianSignature): Vaa => ({
  ...good,
  signatures: good.signatures.with(at, signature),
});
const first = good.signatures[0]!;
const fifth = good.signatures[5]!;
const wrongSignature = (guardianIndex: number) => ({
  refused: 'WRONG_SIGNATURE' as const,
  guardianIndex,
});

describe('is refused', () => {
  it.each<[string, Vaa, VaaRefusal]>([
    ['another guardian set', { ...good, guardianSetIndex: 4 }, { refused: 'WRONG_GUARDIAN_SET' }],
    ['no signature at all', { ...good, signatures: [] }, { refused: 'NO_QUORUM' }],
    [
      'twelve of nineteen',
      { ...good, signatures: good.signatures.slice(0, 12) },
      { refused: 'NO_QUORUM' },
    ],
    [
      'thirteen, one guardian twice',
      withSignature(1, first),
      { refused: 'SIGNATURES_OUT_OF_ORDER', guardianIndex: 0 },
    ],
    [
      'in falling order',
      { ...good, signatures: good.signatures.toReversed() },
      { refused: 'SIGNATURES_OUT_OF_ORDER', guardianIndex: 11 },
    ],
    [
      'a guardian that is not in the set',
      withSignature(12, { ...good.signatures[12]!, guardianIndex: 19 }),
      { refused: 'UNKNOWN_GUARDIAN', guardianIndex: 19 },
    ],
    [
      "a guardian's signature given for another",
      withSignature(5, { ...signatureBy(13), guardianIndex: 5 }),
      wrongSignature(5),
    ],
    [
      'a forged signature',
      withSignature(5, signatureBy(5, new Uint8Array(32).fill(9))),
      wrongSignature(5),
    ],
    ['r of zero', withSignature(5, { ...fifth, r: ZEROS }), wrongSignature(5)],
    ['s of zero', withSignature(5, { ...fifth, s: ZEROS }), wrongSignature(5)],
    [
      's past the order',
      withSignature(5, { ...fifth, s: new Uint8Array(32).fill(255) }),
      wrongSignature(5),
    ],
    ['the other parity', withSignature(5, { ...fifth, v: fifth.v ^ 1 }), wrongSignature(5)],
    [
      'a parity as Ethereum writes it',
      withSignature(5, { ...fifth, v: 27 + fifth.v }),
      wrongSignature(5),
    ],
    ['a recovery id of 2', withSignature(5, { ...fifth, v: 2 }), wrongSignature(5)],
    ['another sequence', { ...good, sequence: good.sequence + 1n }, wrongSignature(0)],
    ['another payload', { ...good, payload: good.payload.with(32, 1) }, wrongSignature(0)],
    [
      'a fourteenth signature that does not hold',
      { ...good, signatures: [...good.signatures, { ...fifth, guardianIndex: 14 }] },
      wrongSignature(14),
    ],
  ])('%s', (_what, vaa, refusal) => {
    expect(verifyVaa(encodeVaa(vaa), GUARDIAN_SET)).toEqual(refusal);
  });

  it('what is no VAA', () => {
    expect(verifyVaa(hexBytes('0200'), GUARDIAN_SET)).toEqual({ refused: 'MALFORMED' });
  });

  it('everything, by a set without guardians', () => {
    const nobody: GuardianSet = { index: GUARDIAN_SET.index, guardians: [] };
    const unsigned = encodeVaa({ ...good, signatures: [] });
    expect(verifyVaa(unsigned, nobody)).toEqual({ refused: 'NO_QUORUM' });
  });
});

describe('is taken', () => {
  it('s in the upper half of the order, as by the chains', () => {
    const vaa = withSignature(5, turned(fifth));
    expect(verifyVaa(encodeVaa(vaa), GUARDIAN_SET)).toEqual({ vaa });
  });

  it('a set of one, signed by that one', () => {
    const one: GuardianSet = { index: GUARDIAN_SET.index, guardians: [GUARDIAN_SET.guardians[0]!] };
    const vaa = { ...good, signatures: [first] };
    expect(verifyVaa(encodeVaa(vaa), one)).toEqual({ vaa });
  });
});
