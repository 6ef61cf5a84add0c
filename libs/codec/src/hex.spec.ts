import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { fromHex, toHex } from './index';
import { propertyRuns } from '../test/property-runs';

describe('hex', () => {
  it('writes lower case', () => expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff'));

  it('reads either case', () => {
    expect(fromHex('aBcD', 2)).toEqual(Uint8Array.of(0xab, 0xcd));
  });

  it('reads no bytes from no text', () => expect(fromHex('', 0)).toEqual(new Uint8Array(0)));

  it.each([
    ['too short', 'ab', 2],
    ['too long', 'ababab', 2],
    ['of odd length', 'aba', 2],
    ['with a prefix', '0xab', 2],
    ['with a space', 'ab c', 2],
    ['with a letter past f', 'abcg', 2],
    ['with a line end', 'abc\n', 2],
    ['with full-width digits', '\uFF10\uFF10\uFF10\uFF10', 2],
  ])('does not read text %s', (_name, hex, count) => expect(fromHex(hex, count)).toBeUndefined());

  it('gives back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes), bytes.length)).toEqual(bytes);
        expect(fromHex(toHex(bytes).toUpperCase(), bytes.length)).toEqual(bytes);
      }),
      propertyRuns(200),
    );
  });
});
