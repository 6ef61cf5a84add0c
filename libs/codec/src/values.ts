/** Layouts of single values: numbers, flags, bytes, text, words. */
import type { Layout } from './layout';

export const u8: Layout<number> = { write: (w, v) => w.u8(v), read: (r) => r.u8() };
export const u16: Layout<number> = { write: (w, v) => w.u16(v), read: (r) => r.u16() };
export const u32: Layout<number> = { write: (w, v) => w.u32(v), read: (r) => r.u32() };
/** u64 on the wire. A value above 2^53-1 neither encodes nor decodes. */
export const u53: Layout<number> = { write: (w, v) => w.u53(v), read: (r) => r.u53() };
/** i64 on the wire. A value beyond ±(2^53-1) neither encodes nor decodes. */
export const i53: Layout<number> = { write: (w, v) => w.i53(v), read: (r) => r.i53() };

const TWO_POW_32 = 1n << 32n;
const TWO_POW_64 = 1n << 64n;
const LOW_WORD = TWO_POW_32 - 1n;

/** A u64 that may use all 64 bits: amounts of any mint, sequence numbers, a value that means no limit. */
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

/** A byte, 0 or 1. */
export const bool: Layout<boolean> = {
  write: (w, v) => w.u8(v ? 1 : 0),
  read(r) {
    const flag = r.u8();
    if (flag > 1) r.fail(`flag ${flag} is neither 0 nor 1`);
    return flag === 1;
  },
};

/** Exactly `count` bytes. The decoded value is a copy, so that retaining it does not retain the message. */
export const bytes = (count: number): Layout<Uint8Array> => ({
  write(w, value) {
    if (value.length !== count) throw new RangeError(`${value.length} bytes where ${count} belong`);
    w.raw(value);
  },
  read: (r) => r.copy(count),
});

const MAX_TEXT_BYTES = 0xffff;
const LONE_SURROGATE = /\p{Surrogate}/u;
const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether a text can be encoded as UTF-8: one with a lone surrogate cannot. */
export const isWellFormed = (value: string): boolean => !LONE_SURROGATE.test(value);

/** UTF-8, length-prefixed with a u16. */
export const text: Layout<string> = {
  write(w, value) {
    if (!isWellFormed(value)) throw new RangeError('text with half a surrogate pair');
    const encoded = utf8Encoder.encode(value);
    if (encoded.length > MAX_TEXT_BYTES) throw new RangeError(`text of ${encoded.length} bytes`);
    w.u16(encoded.length);
    w.raw(encoded);
  },
  read(r) {
    const raw = r.raw(r.u16());
    try {
      return utf8Decoder.decode(raw);
    } catch {
      return r.fail('text is not UTF-8');
    }
  },
};

/** One of a fixed list of words, encoded as its index in a byte. Lists are add-only. */
export const oneOf = <const W extends readonly string[]>(words: W): Layout<W[number]> => {
  const indexOf = new Map<string, number>(words.map((word, index) => [word, index]));
  return {
    write(w, value) {
      const index = indexOf.get(value);
      if (index === undefined) throw new RangeError(`${value} is not one of ${words.join(', ')}`);
      w.u8(index);
    },
    read(r) {
      const index = r.u8();
      return words[index] ?? r.fail(`${index} is none of ${words.join(', ')}`);
    },
  };
};
