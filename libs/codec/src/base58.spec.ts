import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parsePublicKey, toBase58, toHex } from './index';
import { propertyRuns } from '../test/property-runs';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ZEROS = '1'.repeat(32);
/** 2^256 - 1, the largest 32 bytes: 44 characters. */
const LARGEST = 'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG';

describe('a public key in text', () => {
  it('is base58 out', () => {
    expect(toBase58(new Uint8Array(32))).toBe(ZEROS);
    expect(toBase58(new Uint8Array(32).fill(255))).toBe(LARGEST);
  });

  it('is base58 or hex of either case in', () => {
    const key = Uint8Array.from({ length: 32 }, (_, index) => index * 8 + 7);
    for (const written of [toBase58(key), toHex(key), toHex(key).toUpperCase()]) {
      expect(parsePublicKey(written)).toEqual(key);
    }
    expect(parsePublicKey(ZEROS)).toEqual(new Uint8Array(32));
    expect(parsePublicKey(LARGEST)).toEqual(new Uint8Array(32).fill(255));
  });

  it.each([
    ['nothing', ''],
    ['31 zero bytes', '1'.repeat(31)],
    ['33 zero bytes', '1'.repeat(33)],
    ['31 bytes', toBase58(new Uint8Array(31).fill(255))],
    ['33 bytes', toBase58(new Uint8Array(33).fill(255))],
    ['2^256', 'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH'],
    ['a character that base58 leaves out', `0${LARGEST.slice(1)}`],
    ['a space before it', ` ${LARGEST}`],
    ['62 characters of hex', 'ab'.repeat(31)],
    ['64 characters that are no hex', 'xy'.repeat(32)],
    ['hex with a prefix', `0x${'ab'.repeat(31)}`],
    ['a very long text', 'a'.repeat(1_000_000)],
  ])('is not %s', (_name, written) => expect(parsePublicKey(written)).toBeUndefined());

  it('has one base58 form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        expect(parsePublicKey(toBase58(key))).toEqual(key);
      }),
      propertyRuns(200),
    );
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...ALPHABET.split('')),
          minLength: 40,
          maxLength: 44,
        }),
        (written) => {
          const key = parsePublicKey(written);
          expect([undefined, written]).toContain(key && toBase58(key));
        },
      ),
      propertyRuns(200),
    );
  });
});
