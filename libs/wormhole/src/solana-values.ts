/** Values in Solana programs' instructions and accounts (borsh, little-endian) that libs/codec has no layout for. */
import type { Layout } from '@bellwether/codec';

/** A u32 length, then that many bytes. */
export const byteVector: Layout<Uint8Array> = {
  write(w, value) {
    w.u32(value.length);
    w.raw(value);
  },
  read: (r) => r.copy(r.u32()),
};

/** Exactly these bytes, without a value: the letters that an account's data begins with. */
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
