import { describe, expect, it } from 'vitest';
import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '@bellwether/codec';
import { apiKeyHash, delegatedSeed, hmacSecret } from './derivation';

const masterBytes = Uint8Array.from({ length: 32 }, (_, index) => index);
const master = createSecretKey(masterBytes);
const keyId = Uint8Array.from({ length: 16 }, (_, index) => 0xa0 + index);
const utf8 = new TextEncoder();

describe('delegated seeds', () => {
  // Frozen: a change of a line here loses every user's key.
  const vectors: [builderId: string, userId: string, seed: string][] = [
    ['b1', '1u', '4559a7cf8c07dd5767b52deee750ebbc06972383df4bcabad65906ee0a638060'],
    ['b11', 'u', '5cc330ebac0583cbf57c7e517a85de1f515b415988820937e6b36ae6ccdc876a'],
    ['acme', 'алиса', '06377892be1cea520a664851d544824300ac59be3c28f55a6ea927b2fa53f650'],
  ];
  it.each(vectors)('of builder %s and user %s', (builderId, userId, seed) => {
    expect(toHex(delegatedSeed(master, builderId, userId))).toBe(seed);
  });

  it('are RFC 5869 over u16 length, builder id, user id, as an independent HKDF computes it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (builderId, userId) => {
        const builder = utf8.encode(builderId);
        const info = Uint8Array.from([
          builder.length & 0xff,
          builder.length >> 8,
          ...builder,
          ...utf8.encode(userId),
        ]);
        const expected = hkdf(sha256, masterBytes, utf8.encode('delegated-key/v1'), info, 32);
        expect(delegatedSeed(master, builderId, userId)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('differ wherever builder or user differ, however the two are cut', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 2 }), fc.nat(), fc.nat(), (text, a, b) => {
        const cutA = a % (text.length + 1);
        const cutB = b % (text.length + 1);
        fc.pre(cutA !== cutB);
        const seedOf = (cut: number) =>
          toHex(delegatedSeed(master, text.slice(0, cut), text.slice(cut)));
        expect(seedOf(cutA)).not.toBe(seedOf(cutB));
      }),
      { numRuns: 50 },
    );
  });
});

describe('HMAC secrets', () => {
  const vectors: [generation: number, secret: string][] = [
    [1, '8ab310049a6a10e4c4c38637d5f34b15f49c46b712bf59ead563fac9826cf76b'],
    [2, '4b7ac7aa3a1ce20d9c3414a262a93dd31eeb521f3050d2eaadaa7380ddb512d3'],
  ];
  it.each(vectors)('of generation %i', (generation, secret) => {
    expect(toHex(hmacSecret(master, keyId, generation))).toBe(secret);
  });

  it('are RFC 5869 over u16 length, key id, u32 generation', () => {
    const info = Uint8Array.from([16, 0, ...keyId, 7, 0, 0, 0]);
    const expected = hkdf(sha256, masterBytes, utf8.encode('hmac-secret/v1'), info, 32);
    expect(hmacSecret(master, keyId, 7)).toEqual(expected);
  });

  it('share nothing with a seed of the same master', () => {
    expect(hmacSecret(master, keyId, 1)).not.toEqual(delegatedSeed(master, 'b', 'u'));
  });
});

describe('API key hashes', () => {
  it('depend on the pepper and on every character', () => {
    const other = createSecretKey(new Uint8Array(32).fill(9));
    const hashes = [
      apiKeyHash(master, 'bw_test_1'),
      apiKeyHash(master, 'bw_test_2'),
      apiKeyHash(other, 'bw_test_1'),
    ].map(toHex);
    expect(new Set(hashes).size).toBe(3);
    expect(hashes[0]).toHaveLength(64);
  });
});
