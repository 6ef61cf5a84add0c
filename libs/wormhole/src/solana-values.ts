/** Values of Solana programs' instructions and accounts (borsh, little-endian) that libs/codec has no layout for. */
import type { Layout } from '@bellwether/codec';

const TWO_POW_32 = 1n << 32n;
const TWO_POW_64 = 1n << 64n;
const LOW_WORD = TWO_POW_32 - 1n;

/** A u64 that uses all of its 64 bits: amounts of any mint, sequences. */
export const u64: Layout<bigint> = {
  write(w, value) {
    if (value < 0n || value >= TWO_POW_64) throw new RangeError(`${value} is not a u64`);
    w.u32(Number(value & LOW_WORD));
    w.u32(Number(value >> 32n));
  },
  read(r) {
    const low = r.u32();
    return BigInt(r.u32()) * TWO_POW_32 + BigInt(low);
  },
};

/** A u32 length, then as many bytes. */
export const byteVector: Layout<Uint8Array> = {
  write(w, value) {
    w.u32(value.length);
    w.raw(value);
  },
  read: (r) => r.copy(r.u32()),
};

/** Exactly these bytes, which hold nothing: the letters an account's data begins with. */
export const letters = (text: string): Layout<undefined> => {
  const expected = new TextEncoder().encode(text);
  return {
    write: (w) => w.raw(expected),
    read(r) {
      if (r.raw(expected.length).some((byte, at) => byte !== expected[at])) r.fail(`no "${text}"`);
      return undefined;
    },
  };
};
