/** VAAs and their payloads against those of Wormhole's own SDK, both ways, and bytes that are none. */
import { describe, expect, it } from 'vitest';
import { DecodeError, toHex } from '@bellwether/codec';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  bodyHashOf,
  bridgeAmount,
  decodeTokenTransfer,
  decodeVaa,
  encodeTokenTransfer,
  encodeVaa,
  encodeVaaBody,
  guardianAddressOf,
  parseTokenTransfer,
  quorumOf,
  signingDigestOf,
  unitsOfBridgeAmount,
} from './index';
import {
  GUARDIAN_SECRETS,
  GUARDIAN_SET,
  INSTRUCTION_FILE,
  VAA_VECTORS,
  bodyBytesOf,
  hexBytes,
  payloadOf,
  transferOf,
  vaaOf,
} from '../test/vectors';

describe.each(VAA_VECTORS.map((vector) => [vector.name, vector] as const))(
  'VAA: %s',
  (_, vector) => {
    it('has these bytes', () => {
      expect(toHex(encodeVaa(vaaOf(vector)))).toBe(vector.vaa);
    });

    it('says these fields', () => {
      expect(decodeVaa(hexBytes(vector.vaa))).toEqual(vaaOf(vector));
    });

    it('has this body and these hashes', () => {
      expect(encodeVaaBody(vaaOf(vector))).toEqual(bodyBytesOf(vector));
      expect(toHex(bodyHashOf(vaaOf(vector)))).toBe(vector.body_hash);
      expect(toHex(signingDigestOf(vaaOf(vector)))).toBe(vector.signing_digest);
    });
  },
);

const transfers = VAA_VECTORS.filter(({ transfer }) => transfer !== null);
it.each(transfers.map((vector) => [vector.name, vector] as const))(
  'the payload of a transfer, both ways: %s',
  (_, vector) => {
    const transfer = transferOf(vector.transfer!);
    expect(decodeTokenTransfer(payloadOf(vector))).toEqual(transfer);
    expect(encodeTokenTransfer(transfer)).toEqual(payloadOf(vector));
  },
);

describe('bytes that are no VAA', () => {
  const [vector] = VAA_VECTORS;
  const good = hexBytes(vector!.vaa);
  const withByte = (at: number, value: number) => good.with(at, value);

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['version 0', withByte(0, 0)],
    ['version 2', withByte(0, 2)],
    ['the header alone', good.slice(0, 6)],
    ['cut inside the signatures', good.slice(0, 100)],
    ['cut inside the body', good.slice(0, 6 + 13 * 66 + 50)],
    ['more signatures announced than are there', withByte(5, 255)],
  ])('%s', (_what, bytes) => {
    expect(() => decodeVaa(bytes)).toThrow(DecodeError);
  });
});

describe('payloads that are no transfer', () => {
  const transfer = payloadOf(VAA_VECTORS[0]!);

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a message of another program', payloadOf(VAA_VECTORS[5]!)],
    ['an attestation, payload 2', transfer.with(0, 2)],
    ['payload 0', transfer.with(0, 0)],
    ['a byte too few', transfer.slice(0, -1)],
    ['a byte too many', Uint8Array.of(...transfer, 0)],
    ['a transfer with payload that is cut', transfer.with(0, 3).slice(0, 132)],
  ])('%s', (_what, payload) => {
    expect(() => decodeTokenTransfer(payload)).toThrow(DecodeError);
    expect(parseTokenTransfer(payload)).toBeUndefined();
  });
});

describe('values that no VAA can say', () => {
  const vaa = vaaOf(VAA_VECTORS[0]!);

  it.each<[string, Partial<typeof vaa>]>([
    ['a sequence past 64 bits', { sequence: 2n ** 64n }],
    ['a negative sequence', { sequence: -1n }],
    ['a time past 32 bits', { timestamp: 2 ** 32 }],
    ['half a second', { timestamp: 0.5 }],
    ['a chain past 16 bits', { emitterChain: 2 ** 16 }],
    ['an emitter of 20 bytes', { emitterAddress: new Uint8Array(20) }],
  ])('%s', (_what, wrong) => {
    expect(() => encodeVaa({ ...vaa, ...wrong })).toThrow(RangeError);
  });
});

it('a guardian has the address of its key, compressed or not', () => {
  expect(
    GUARDIAN_SECRETS.map((secret) => guardianAddressOf(secp256k1.getPublicKey(secret))),
  ).toEqual(GUARDIAN_SET.guardians);
  const [secret] = GUARDIAN_SECRETS;
  const uncompressed = guardianAddressOf(secp256k1.getPublicKey(secret!, false));
  expect(uncompressed).toEqual(GUARDIAN_SET.guardians[0]);
});

it.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 3],
  [6, 5],
  [7, 5],
  [13, 9],
  [18, 13],
  [19, 13],
])('the quorum of %d guardians is %d', (guardians, quorum) => {
  expect(quorumOf(guardians)).toBe(quorum);
});

describe('amounts', () => {
  it.each<[units: bigint, decimals: number, amount: bigint, back: bigint]>([
    [250_000_001n, 6, 250_000_001n, 250_000_001n],
    [123_456_789n, 8, 123_456_789n, 123_456_789n],
    [1_239n, 9, 123n, 1_230n],
    [9n, 9, 0n, 0n],
    [10n ** 18n + 1n, 18, 10n ** 8n, 10n ** 18n],
    [5n, 0, 5n, 5n],
  ])(
    '%d units of %d decimals are %d in a message, and %d again',
    (units, decimals, amount, back) => {
      expect(bridgeAmount(units, decimals)).toBe(amount);
      expect(unitsOfBridgeAmount(amount, decimals)).toBe(back);
    },
  );
});

/** Vectors are add-only: what was published is hashed here; a longer file has a longer published part. */
it.each<[string, readonly unknown[], number, string]>([
  ['vaas', VAA_VECTORS, 7, '69296fdbe320649088d519d625f30547342d92988e2f70984b0315b2c930ad55'],
  [
    'instructions',
    INSTRUCTION_FILE.instructions,
    16,
    '6e241344a97b82e9942e5f50873a31b2881858c4bfd35210c9d8b382f3a1b2cd',
  ],
])('published vectors are never changed: %s', (_name, vectors, count, expected) => {
  const published = vectors.slice(0, count);
  expect(published).toHaveLength(count);
  expect(toHex(sha256(new TextEncoder().encode(JSON.stringify(published))))).toBe(expected);
});
