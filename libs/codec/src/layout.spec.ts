/**
 * Each layout as a table: a value, its exact bytes, and byte strings that it must reject. Both directions are
 * checked, so a row also shows that the value has no other encoding.
 */
import { describe, expect, it } from 'vitest';
import type { Layout } from './index';
import {
  DecodeError,
  bool,
  bytes,
  decode,
  encode,
  i53,
  isWellFormed,
  list,
  oneOf,
  optional,
  optionalBytes,
  struct,
  tagged,
  text,
  toHex,
  u16,
  u32,
  u53,
  u64,
  u8,
  union,
  zeros,
} from './index';

const fromSpacedHex = (spaced: string): Uint8Array =>
  Uint8Array.from(spaced.match(/[0-9a-f]{2}/g) ?? [], (pair) => parseInt(pair, 16));

const point = struct({ x: u8, y: u16 });
const shape = union({
  empty: [0, struct({})],
  circle: [1, struct({ radius: u16 })],
  line: [7, struct({ from: point, to: point })],
  reserved: [9, zeros(2)],
});

/* oxlint-disable-next-line typescript/no-explicit-any -- rows of different layouts in one table */
type Row = readonly [name: string, layout: Layout<any>, value: unknown, hex: string];

const pairs: Row[] = [
  ['u8, least', u8, 0, '00'],
  ['u8, greatest', u8, 255, 'ff'],
  ['u16, little-endian', u16, 0x0102, '02 01'],
  ['u32, little-endian', u32, 0x01020304, '04 03 02 01'],
  ['u32, greatest', u32, 0xffffffff, 'ff ff ff ff'],
  ['u53, small', u53, 1, '01 00 00 00 00 00 00 00'],
  ['u53, 2^32 - 1', u53, 2 ** 32 - 1, 'ff ff ff ff 00 00 00 00'],
  ['u53, 2^32', u53, 2 ** 32, '00 00 00 00 01 00 00 00'],
  ['u53, 2^53 - 1', u53, Number.MAX_SAFE_INTEGER, 'ff ff ff ff ff ff 1f 00'],
  ['i53, small', i53, 1, '01 00 00 00 00 00 00 00'],
  ['i53, minus one', i53, -1, 'ff ff ff ff ff ff ff ff'],
  ['i53, -2^32', i53, -(2 ** 32), '00 00 00 00 ff ff ff ff'],
  ['i53, -2^32 - 1', i53, -(2 ** 32) - 1, 'ff ff ff ff fe ff ff ff'],
  ['i53, 2^53 - 1', i53, Number.MAX_SAFE_INTEGER, 'ff ff ff ff ff ff 1f 00'],
  ['i53, -2^53 + 1', i53, Number.MIN_SAFE_INTEGER, '01 00 00 00 00 00 e0 ff'],
  ['u64, one', u64, 1n, '01 00 00 00 00 00 00 00'],
  ['u64, 2^32', u64, 2n ** 32n, '00 00 00 00 01 00 00 00'],
  ['u64, greatest', u64, 2n ** 64n - 1n, 'ff ff ff ff ff ff ff ff'],
  ['bool, false', bool, false, '00'],
  ['bool, true', bool, true, '01'],
  ['bytes', bytes(3), Uint8Array.of(1, 2, 255), '01 02 ff'],
  ['no bytes', bytes(0), new Uint8Array(0), ''],
  ['text, empty', text, '', '00 00'],
  ['text, two alphabets', text, 'aß€😀', '0a 00 61 c39f e282ac f09f9880'],
  ['text, with a byte order mark', text, '\uFEFFa', '04 00 efbbbf 61'],
  ['a word', oneOf(['yes', 'no']), 'no', '01'],
  ['optional, absent', optional(u16), null, '00'],
  ['optional, present', optional(u16), 5, '01 05 00'],
  ['optionalBytes, absent', optionalBytes(2), null, '00 00 00'],
  ['optionalBytes, present', optionalBytes(2), Uint8Array.of(7, 8), '01 07 08'],
  ['optionalBytes, present and all zero', optionalBytes(2), Uint8Array.of(0, 0), '01 00 00'],
  ['list, empty', list(u16), [], '00 00 00 00'],
  ['list', list(u16), [1, 2], '02 00 00 00 01 00 02 00'],
  ['struct, in the order of its literal', point, { x: 1, y: 2 }, '01 02 00'],
  ['tagged', tagged(0x2a, u8), 7, '2a 07'],
  ['zeros', zeros(2), {}, '00 00'],
  ['union without fields', shape, { kind: 'empty' }, '00'],
  ['union with fields', shape, { kind: 'circle', radius: 3 }, '01 03 00'],
  [
    'union of structs',
    shape,
    { kind: 'line', from: { x: 1, y: 2 }, to: { x: 3, y: 4 } },
    '07 01 02 00 03 04 00',
  ],
  ['union with room left over', shape, { kind: 'reserved' }, '09 00 00'],
];

const undecodable: (readonly [...Row, offset: number])[] = [
  ['nothing', u8, 'needs 1 bytes, 0 are left', '', 0],
  ['half a number', u16, 'needs 2 bytes, 1 are left', '01', 0],
  ['a byte too many', u8, '1 bytes after the end of the message', '01 02', 1],
  ['2^53', u53, 'integer above 2^53-1', '00 00 00 00 00 00 20 00', 0],
  ['2^64 - 1', u53, 'integer above 2^53-1', 'ff ff ff ff ff ff ff ff', 0],
  ['2^53, signed', i53, 'integer beyond ±(2^53-1)', '00 00 00 00 00 00 20 00', 0],
  ['-2^53', i53, 'integer beyond ±(2^53-1)', '00 00 00 00 00 00 e0 ff', 0],
  ['-2^63', i53, 'integer beyond ±(2^53-1)', '00 00 00 00 00 00 00 80', 0],
  ['a flag of 2', bool, 'flag 2 is neither 0 nor 1', '02', 1],
  ['bytes cut short', bytes(3), 'needs 3 bytes, 2 are left', '01 02', 0],
  ['text cut short', text, 'needs 3 bytes, 2 are left', '03 00 61 62', 2],
  ['text that is not UTF-8', text, 'text is not UTF-8', '01 00 ff', 3],
  ['text of overlong UTF-8', text, 'text is not UTF-8', '02 00 c0 80', 4],
  ['text of half a surrogate pair', text, 'text is not UTF-8', '03 00 ed a0 80', 5],
  ['an unknown word', oneOf(['yes', 'no']), '2 is none of yes, no', '02', 1],
  ['an optional of flag 2', optional(u8), 'flag 2 is neither 0 nor 1', '02 00', 1],
  ['an absent optional with a value', optional(u8), '1 bytes after the end', '00 05', 1],
  ['an absent value with bytes', optionalBytes(2), 'not zero where zeros belong', '00 00 01', 3],
  ['a list longer than its message', list(u8), 'list of 2 values in 1 bytes', '02 00 00 00 01', 4],
  ['a forged count', list(u8), 'list of 4294967295 values in 0 bytes', 'ff ff ff ff', 4],
  ['another tag', tagged(0x2a, u8), 'tag 43 where 42 belongs', '2b 07', 1],
  ['a byte among zeros', zeros(2), 'not zero where zeros belong', '00 01', 2],
  ['an unknown kind', shape, 'unknown kind 2', '02', 1],
  ['a kind cut short', shape, 'needs 2 bytes, 0 are left', '01', 1],
  ['a byte in the room left over', shape, 'not zero where zeros belong', '09 01 00', 3],
];

const unencodable: Row[] = [
  ['u8 above its width', u8, 256, '256 is not a u8'],
  ['u16 above its width', u16, 70_000, '70000 is not a u16'],
  ['u32 above its width', u32, 2 ** 32, '4294967296 is not a u32'],
  ['u53 above 2^53 - 1', u53, 2 ** 53, '9007199254740992 is not a u53'],
  ['i53 below -2^53 + 1', i53, -(2 ** 53), '-9007199254740992 is not a i53'],
  ['a fraction in an i53', i53, -0.5, '-0.5 is not a i53'],
  ['a negative u8', u8, -1, '-1 is not a u8'],
  ['a negative u53', u53, -1, '-1 is not a u53'],
  ['a fraction in a u16', u16, 1.5, '1.5 is not a u16'],
  ['a fraction in a u53', u53, 0.5, '0.5 is not a u53'],
  ['no number', u53, NaN, 'NaN is not a u53'],
  ['infinity', u32, Infinity, 'Infinity is not a u32'],
  ['bytes too short', bytes(2), Uint8Array.of(1), '1 bytes where 2 belong'],
  ['bytes too long', bytes(2), Uint8Array.of(1, 2, 3), '3 bytes where 2 belong'],
  ['present bytes too short', optionalBytes(2), Uint8Array.of(1), '1 bytes where 2 belong'],
  ['text of half a surrogate pair', text, 'a\uD800', 'text with half a surrogate pair'],
  ['text above 65,535 bytes', text, '€'.repeat(21_846), 'text of 65538 bytes'],
  ['a word not in the list', oneOf(['yes', 'no']), 'maybe', 'maybe is not one of yes, no'],
  ['a list of values without bytes', list(struct({})), [{}], 'list of values that take no bytes'],
  ['a kind not in the union', shape, { kind: 'square' }, 'no kind square'],
  ['a kind of the prototype', shape, { kind: 'constructor' }, 'no kind constructor'],
];

describe('a layout', () => {
  it.each(pairs)('writes and reads %s', (_name, layout, value, spaced) => {
    const expected = fromSpacedHex(spaced);
    expect(toHex(encode(layout, value))).toBe(toHex(expected));
    expect(decode(layout, expected)).toEqual(value);
  });

  it.each(undecodable)('does not read %s', (_name, layout, reason, spaced, offset) => {
    let thrown: unknown;
    try {
      decode(layout, fromSpacedHex(spaced));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(DecodeError);
    expect(thrown).toMatchObject({ offset, message: expect.stringContaining(String(reason)) });
  });

  it.each(unencodable)('does not write %s', (_name, layout, value, message) => {
    expect(() => encode(layout, value)).toThrow(new RangeError(message));
  });

  it('writes text of exactly 65,535 bytes', () => {
    const longest = 'x'.repeat(65_535);
    expect(decode(text, encode(text, longest))).toBe(longest);
  });

  it('refuses a union with one tag for two kinds', () => {
    const twice = () => union({ one: [1, struct({})], other: [1, struct({})] });
    expect(twice).toThrow(new RangeError('tag 1 twice'));
  });
});

describe('what is decoded', () => {
  it('keeps no part of the message, also where the message is a Buffer', () => {
    const message = Buffer.from([1, 2, 3, 1, 4, 5]);
    const value = decode(struct({ key: bytes(3), maybe: optionalBytes(2) }), message);
    message.fill(0);
    expect(value).toEqual({ key: Uint8Array.of(1, 2, 3), maybe: Uint8Array.of(4, 5) });
    expect(value.key.constructor).toBe(Uint8Array);
    expect(value.key.buffer.byteLength).toBe(3);
  });

  it('is read from the middle of a larger buffer', () => {
    const buffer = Uint8Array.of(9, 9, 1, 2, 0, 9);
    expect(decode(point, buffer.subarray(2, 5))).toEqual({ x: 1, y: 2 });
    expect(() => decode(point, buffer.subarray(2, 4))).toThrow(DecodeError);
  });
});

describe('encode', () => {
  it('gives bytes that a later encode does not change', () => {
    const first = encode(u32, 1);
    encode(u32, 2);
    expect(first).toEqual(Uint8Array.of(1, 0, 0, 0));
  });

  it('works within the write of another layout, and after one that threw', () => {
    const nested: Layout<number> = {
      write(w, value) {
        w.u8(1);
        w.raw(encode(u16, value));
      },
      read: (r) => r.u8(),
    };
    expect(() => encode(nested, 70_000)).toThrow(RangeError);
    expect(encode(nested, 515)).toEqual(Uint8Array.of(1, 3, 2));
    expect(encode(u8, 4)).toEqual(Uint8Array.of(4));
  });

  it('forgets a buffer that one large value made', () => {
    const large = new Uint8Array(200_000).fill(7);
    expect(encode(bytes(200_000), large)).toEqual(large);
    expect(encode(u8, 4)).toEqual(Uint8Array.of(4));
  });
});

describe('isWellFormed', () => {
  it.each([
    ['', true],
    ['a😀b', true],
    ['\uD83D', false],
    ['\uDE00', false],
    ['\uDE00\uD83D', false],
    ['a\uD83Db', false],
  ])('%j: %s', (value, expected) => expect(isWellFormed(value)).toBe(expected));
});
