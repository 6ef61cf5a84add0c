/**
 * libsodium is the servers' one verifier. Pinned vectors say what it accepts; a second statement of its rule is compared
 * with it over keys and signatures built to tell verifiers apart; and noble, with which clients sign, must agree with it
 * on everything that comes of an honest key.
 */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as noble from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { parsePublicKey, toHex } from '@bellwether/codec';
import { InvariantViolation } from '@bellwether/errors';
import { SigningKey, isValidPublicKey, publicKeyOf, sign, verify } from './index';
import {
  GROUP_ORDER,
  acceptedByTheRule,
  challenge,
  littleEndian32,
  numberOf,
  pointOf,
} from '../test/libsodium-rule';
import { propertyRuns } from '../test/property-runs';

noble.hashes.sha512 = sha512;

const readVectors = <V>(name: string): readonly V[] => {
  const path = `../../canonical-message/vectors/${name}.json`;
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
};
const hexBytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));
const exactly = (count: number) => fc.uint8Array({ minLength: count, maxLength: count });
const concat = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

interface MessageVector {
  readonly kind: string;
  readonly secret_key: string;
  readonly user: string;
  readonly message: string;
  readonly signature: string;
}

interface SignatureVector {
  readonly name: string;
  readonly public_key: string;
  readonly public_key_valid: boolean;
  readonly message: string;
  readonly signature: string;
  readonly libsodium: boolean;
}

describe('golden messages', () => {
  const golden = ['canonical-messages', 'recover-messages'].flatMap((name) =>
    readVectors<MessageVector>(name),
  );

  it.each(golden)('$kind $message', ({ secret_key, user, message, signature }) => {
    const seed = hexBytes(secret_key);
    const publicKey = publicKeyOf(seed);
    expect(publicKey).toEqual(parsePublicKey(user));
    expect(isValidPublicKey(publicKey)).toBe(true);
    expect(toHex(sign(hexBytes(message), seed))).toBe(signature);
    expect(verify(hexBytes(signature), hexBytes(message), publicKey)).toBe(true);
  });
});

describe('signatures that tell verifiers apart', () => {
  it.each(readVectors<SignatureVector>('signatures'))('$libsodium: $name', (vector) => {
    const message = hexBytes(vector.message);
    const signature = hexBytes(vector.signature);
    const publicKey = hexBytes(vector.public_key);
    expect(verify(signature, message, publicKey)).toBe(vector.libsodium);
    expect(acceptedByTheRule(signature, message, publicKey)).toBe(vector.libsodium);
    expect(isValidPublicKey(publicKey)).toBe(vector.public_key_valid);
  });
});

describe('sign and verify', () => {
  const seed = new Uint8Array(32).fill(7);
  const publicKey = publicKeyOf(seed);
  const message = Uint8Array.of(1, 2, 3);
  const signature = sign(message, seed);

  it('take and give plain bytes, also where they are given a Buffer or a part of a larger one', () => {
    expect(signature.constructor).toBe(Uint8Array);
    expect(publicKey.constructor).toBe(Uint8Array);
    const larger = concat(Uint8Array.of(0), signature, publicKey, message, seed);
    expect(verify(larger.subarray(1, 65), Buffer.from(message), Buffer.from(publicKey))).toBe(true);
    expect(verify(larger.subarray(1, 65), larger.subarray(97, 100), larger.subarray(65, 97))).toBe(
      true,
    );
    expect(sign(larger.subarray(97, 100), larger.subarray(100))).toEqual(signature);
  });

  it('sign as often as asked with a key that was made once', () => {
    const key = new SigningKey(seed);
    expect(key.publicKey).toEqual(publicKey);
    expect([key.sign(message), key.sign(message)]).toEqual([signature, signature]);
    const empty = new Uint8Array(0);
    expect(key.sign(empty)).toEqual(sign(empty, seed));
  });

  it('stop with a key that was wiped', () => {
    const key = new SigningKey(seed);
    key.wipe();
    expect(() => key.sign(message)).toThrow(InvariantViolation);
  });

  it('keep the secret half of a key out of sight', () => {
    const key = new SigningKey(seed);
    expect(Object.keys(key)).toEqual(['publicKey']);
    expect(inspect(key, { showHidden: true })).not.toContain('7, 7, 7, 7');
    expect(JSON.stringify(key)).not.toContain('7,"1":7');
  });

  it('leave the seed as it is', () => {
    expect(seed).toEqual(new Uint8Array(32).fill(7));
  });

  it('work on an empty message', () => {
    const empty = new Uint8Array(0);
    expect(verify(sign(empty, seed), empty, publicKey)).toBe(true);
  });

  it.each([
    ['no signature', new Uint8Array(0), publicKey],
    ['a short signature', signature.subarray(0, 63), publicKey],
    ['a signature with a byte behind it', concat(signature, Uint8Array.of(0)), publicKey],
    ['no key', signature, new Uint8Array(0)],
    ['a short key', signature, publicKey.subarray(0, 31)],
    ['a key with a byte behind it', signature, concat(publicKey, Uint8Array.of(0))],
  ])('%s is false, not an exception', (_name, badSignature, badKey) => {
    expect(verify(badSignature, message, badKey)).toBe(false);
  });

  it.each([0, 31, 33, 64])('a seed of %d bytes is a RangeError that does not tell it', (length) => {
    const expected = new RangeError(`seed of ${length} bytes`);
    expect(() => sign(message, new Uint8Array(length))).toThrow(expected);
    expect(() => publicKeyOf(new Uint8Array(length))).toThrow(expected);
    expect(() => new SigningKey(new Uint8Array(length))).toThrow(expected);
  });

  it.each([0, 31, 33])('%d bytes are no valid public key', (length) => {
    expect(isValidPublicKey(new Uint8Array(length))).toBe(false);
  });
});

describe('noble and libsodium', () => {
  const nobleAccepts = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean => {
    try {
      return noble.verify(signature, message, key, { zip215: false });
    } catch {
      return false;
    }
  };
  const seeds = exactly(32);
  const messages = fc.uint8Array({ minLength: 1, maxLength: 120 });

  it('make one signature of a seed and a message', () => {
    fc.assert(
      fc.property(seeds, messages, (seed, message) => {
        expect(publicKeyOf(seed)).toEqual(noble.getPublicKey(seed));
        expect(sign(message, seed)).toEqual(noble.sign(message, seed));
      }),
      propertyRuns(20),
    );
  });

  /** Each changes signature | key | message of an honest signature; the first changes nothing. */
  const mutations: readonly ((honest: Uint8Array, at: number, byte: number) => Uint8Array)[] = [
    (honest) => honest,
    (honest, at, byte) => honest.with(at % honest.length, byte),
    (honest, at) => honest.with(at % honest.length, honest[at % honest.length]! ^ (1 << (at % 8))),
    (honest, at) => honest.with([31, 63, 95][at % 3]!, honest[[31, 63, 95][at % 3]!]! ^ 0x80),
    (honest, at) => {
      const s = numberOf(honest.subarray(32, 64)) + BigInt(1 + (at % 15)) * GROUP_ORDER;
      return concat(honest.subarray(0, 32), littleEndian32(s), honest.subarray(64));
    },
    (honest) => {
      const s = GROUP_ORDER - numberOf(honest.subarray(32, 64));
      return concat(honest.subarray(0, 32), littleEndian32(s), honest.subarray(64));
    },
    (honest, at) => honest.fill(at % 2 ? 0xff : 0, (at % 3) * 32, (at % 3) * 32 + 32),
    (honest) => honest.copyWithin(0, 64, 96),
  ];

  it('agree on every signature that a mutation makes of an honest one', () => {
    const outcomes = new Set<boolean>();
    const mutated = fc
      .tuple(seeds, messages, fc.constantFrom(...mutations), fc.nat(0xffff), fc.nat(255))
      .map(([seed, message, mutate, at, byte]) => {
        const honest = concat(sign(message, seed), publicKeyOf(seed), message);
        return mutate(honest, at, byte);
      });
    fc.assert(
      fc.property(mutated, (bytes) => {
        const [signature, key, message] = [
          bytes.subarray(0, 64),
          bytes.subarray(64, 96),
          bytes.subarray(96),
        ];
        const accepted = verify(signature, message, key);
        outcomes.add(accepted);
        expect(nobleAccepts(signature, message, key)).toBe(accepted);
        expect(acceptedByTheRule(signature, message, key)).toBe(accepted);
      }),
      propertyRuns(150),
    );
    expect(outcomes.size).toBe(2);
  });
});

describe('the rule', () => {
  const scalars = exactly(32).map((bytes) => numberOf(bytes) % GROUP_ORDER);
  /** Often none, so that honest signatures occur among the others. */
  const torsions = fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.nat(7));

  it('is what libsodium does with keys and signatures that have a torsion part', () => {
    const outcomes = new Set<boolean>();
    const built = fc
      .record({ a: scalars, r: scalars, keyTorsion: torsions, rTorsion: torsions, more: fc.nat(1) })
      .chain((parts) => fc.tuple(fc.constant(parts), exactly(90)))
      .map(([{ a, r, keyTorsion, rTorsion, more }, message]) => {
        const publicKey = pointOf(a, keyTorsion);
        const rBytes = pointOf(r, rTorsion);
        const s = (r + (challenge(rBytes, publicKey, message) % GROUP_ORDER) * a) % GROUP_ORDER;
        const signature = concat(rBytes, littleEndian32(s + BigInt(more) * GROUP_ORDER));
        return { signature, message, publicKey };
      });
    fc.assert(
      fc.property(built, ({ signature, message, publicKey }) => {
        const accepted = verify(signature, message, publicKey);
        outcomes.add(accepted);
        expect(acceptedByTheRule(signature, message, publicKey)).toBe(accepted);
      }),
      propertyRuns(150),
    );
    expect(outcomes.size).toBe(2);
  });
});
