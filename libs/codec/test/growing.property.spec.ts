/**
 * A layout that got fields in later releases: what an earlier one wrote is read, and is the one encoding of its value;
 * what a later one wrote is refused by an earlier reader, or its later fields are skipped.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  DecodeError,
  bool,
  decode,
  encode,
  growing,
  list,
  sameBytes,
  text,
  u16,
  u53,
} from '../src';
import { propertyRuns } from './property-runs';

const FIELDS = { id: text, size: u16, isOpen: bool };
const LATER = { note: text, until: u53, rows: list(u16) };

const firstRelease = growing(FIELDS);
const presentRelease = growing(FIELDS, LATER);

const first = { id: fc.string({ unit: 'binary' }), size: fc.nat(0xffff), isOpen: fc.boolean() };
const later = {
  note: fc.string({ unit: 'binary' }),
  until: fc.maxSafeNat(),
  rows: fc.array(fc.nat(0xffff), { maxLength: 3 }),
};
const ofFirst = fc.record(first);
const ofPresent = fc.record({ ...first, ...later }, { requiredKeys: ['id', 'size', 'isOpen'] });

const isGrown = (value: object) => Object.keys(LATER).some((name) => name in value);

describe('a layout that grew', () => {
  it('has the bytes of the first release for a value without later fields', () => {
    fc.assert(
      fc.property(ofFirst, (value) => {
        const written = encode(firstRelease, value);
        expect(encode(presentRelease, value)).toEqual(written);
        expect(decode(presentRelease, written)).toEqual(value);
      }),
      propertyRuns(500),
    );
  });

  it('gives back every subset of its later fields', () => {
    fc.assert(
      fc.property(ofPresent, (value) => {
        expect(decode(presentRelease, encode(presentRelease, value))).toEqual(value);
      }),
      propertyRuns(500),
    );
  });

  it('is refused by a reader of the first release, which can skip what it does not know', () => {
    fc.assert(
      fc.property(ofPresent.filter(isGrown), (value) => {
        const written = encode(presentRelease, value);
        const { id, size, isOpen } = value;
        expect(() => decode(firstRelease, written)).toThrow(DecodeError);
        expect(decode(firstRelease, written, 'skip')).toEqual({ id, size, isOpen });
      }),
      propertyRuns(500),
    );
  });

  it('has one encoding: each cut and each changed bit is refused, or is another value', () => {
    fc.assert(
      fc.property(ofPresent, (value) => {
        const written = encode(presentRelease, value);
        const near = [
          ...Array.from(written, (_, cut) => written.subarray(0, cut)),
          ...Array.from({ length: written.length * 8 }, (_, bit) => flipped(written, bit)),
        ];
        const others = near.filter((bytes) => !sameBytes(encodingOf(bytes) ?? bytes, bytes));
        expect(others).toEqual([]);
      }),
      propertyRuns(50),
    );
  });

  it('refuses a later field that is written as not given at the end', () => {
    const written = encode(firstRelease, { id: 'a', size: 1, isOpen: true });
    const longer = Uint8Array.from([...written, 0]);
    longer[0]! += 1;
    expect(() => decode(presentRelease, longer)).toThrow('is not given ends the value');
  });
});

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = bytes.slice();
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
}

/** The encoding of the value that these bytes decode to; null: they are refused. */
function encodingOf(bytes: Uint8Array): Uint8Array | null {
  try {
    return encode(presentRelease, decode(presentRelease, bytes));
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
