import { describe, expect, it } from 'vitest';
import { getAddressDecoder } from '@solana/kit';
import fc from 'fast-check';
import { addressOf, bytesOfAddress, parseAddress } from './index';

const decoder = getAddressDecoder();

describe('an address', () => {
  it.each([
    ['nothing but zeros', new Uint8Array(32)],
    ['nothing but ones', new Uint8Array(32).fill(255)],
    ['a one at the end', new Uint8Array(32).fill(1, 31)],
    ['zeros at the end', new Uint8Array(32).fill(9, 0, 3)],
  ])('is what kit says it is: %s', (_, bytes) => {
    expect(addressOf(bytes)).toBe(decoder.decode(bytes));
  });

  it('is what kit says it is, and the same bytes again', () => {
    const someZeros = fc
      .tuple(fc.nat(31), fc.uint8Array({ minLength: 32, maxLength: 32 }))
      .map(([zeros, bytes]) => bytes.fill(0, 0, zeros));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ minLength: 32, maxLength: 32 }), someZeros), (bytes) => {
        const address = addressOf(bytes);
        expect(address).toBe(decoder.decode(bytes));
        expect(bytesOfAddress(address)).toEqual(bytes);
        expect(parseAddress(Buffer.from(bytes).toString('hex'))).toBe(address);
      }),
    );
  });

  it('has no fewer bytes', () => {
    expect(() => addressOf(new Uint8Array(31))).toThrow(/byte/);
  });
});
