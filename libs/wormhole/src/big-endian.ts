/** Numbers in Wormhole's messages: big-endian, unlike the project's own, which are little-endian. */
import type { Layout } from '@bellwether/codec';

const BITS_A_BYTE = 8n;
const LOW_BYTE = 0xffn;

const bigEndianBytes = (value: bigint, width: number): Uint8Array => {
  if (value < 0n || value >> (BITS_A_BYTE * BigInt(width)) !== 0n) {
    throw new RangeError(`${value} does not fit ${width} bytes`);
  }
  const bytes = new Uint8Array(width);
  let rest = value;
  for (let at = width - 1; at >= 0; at--) {
    bytes[at] = Number(rest & LOW_BYTE);
    rest >>= BITS_A_BYTE;
  }
  return bytes;
};

const bigEndianValue = (bytes: Uint8Array): bigint =>
  bytes.reduce((value, byte) => (value << BITS_A_BYTE) | BigInt(byte), 0n);

/** At most 6 bytes wide, so that every value is a safe integer. */
const smallNumber = (width: 2 | 4): Layout<number> => ({
  write: (w, value) => w.raw(bigEndianBytes(BigInt(value), width)),
  read: (r) => Number(bigEndianValue(r.raw(width))),
});

const largeNumber = (width: 8 | 32): Layout<bigint> => ({
  write: (w, value) => w.raw(bigEndianBytes(value, width)),
  read: (r) => bigEndianValue(r.raw(width)),
});

export const u16BigEndian = smallNumber(2);
export const u32BigEndian = smallNumber(4);
export const u64BigEndian = largeNumber(8);
export const u256BigEndian = largeNumber(32);
