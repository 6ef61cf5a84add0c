/**
 * Layouts as data: a message is described once, and the description gives its TypeScript type, its encoder
 * and its strict decoder. Everything is little-endian; there is one byte string a value:
 * `encode(decode(bytes))` equals `bytes`, or `decode` throws `DecodeError`.
 */
import { Reader } from './reader';
import { Writer } from './writer';

export interface Layout<T> {
  write(writer: Writer, value: T): void;
  read(reader: Reader): T;
}

/** The value type a layout describes. */
export type ValueOf<L> = L extends Layout<infer T> ? T : never;

export function encode<T>(layout: Layout<T>, value: T): Uint8Array {
  const writer = new Writer();
  layout.write(writer, value);
  return writer.finish();
}

export function decode<T>(layout: Layout<T>, bytes: Uint8Array): T {
  const reader = new Reader(bytes);
  const value = layout.read(reader);
  reader.end();
  return value;
}

export const u8: Layout<number> = { write: (w, v) => w.u8(v), read: (r) => r.u8() };
export const u16: Layout<number> = { write: (w, v) => w.u16(v), read: (r) => r.u16() };
export const u32: Layout<number> = { write: (w, v) => w.u32(v), read: (r) => r.u32() };
/** u64 on the wire; above 2^53-1 it does not decode. */
export const u53: Layout<number> = { write: (w, v) => w.u53(v), read: (r) => r.u53() };

export const bool: Layout<boolean> = {
  write: (w, v) => w.u8(v ? 1 : 0),
  read: (r) => {
    const flag = r.u8();
    if (flag > 1) r.fail(`flag ${flag} is neither 0 nor 1`);
    return flag === 1;
  },
};

/** Exactly `count` bytes. The decoded value is a copy, so that keeping it does not keep the message. */
export const bytes = (count: number): Layout<Uint8Array> => ({
  write(w, value) {
    if (value.length !== count) throw new RangeError(`${value.length} bytes where ${count} belong`);
    w.raw(value);
  },
  read: (r) => r.raw(count).slice(),
});

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8, length-prefixed with a u16. */
export const text: Layout<string> = {
  write(w, value) {
    const encoded = utf8Encoder.encode(value);
    if (encoded.length > 0xffff) throw new RangeError(`text of ${encoded.length} bytes`);
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

/** One of a fixed list of words, as its index in a byte. Lists are add-only. */
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

/** A flag byte, then the value where the flag is 1; `null` where it is 0. */
export const optional = <T>(inner: Layout<T>): Layout<T | null> => ({
  write(w, value) {
    w.u8(value === null ? 0 : 1);
    if (value !== null) inner.write(w, value);
  },
  read: (r) => (bool.read(r) ? inner.read(r) : null),
});

/** A u32 count, then the values. */
export const list = <T>(inner: Layout<T>): Layout<T[]> => ({
  write(w, values) {
    w.u32(values.length);
    for (const value of values) inner.write(w, value);
  },
  read(r) {
    const count = r.u32();
    // Each value is at least a byte: a forged count cannot make us allocate.
    if (count > r.remaining) r.fail(`list of ${count} values in ${r.remaining} bytes`);
    const values: T[] = [];
    for (let i = 0; i < count; i++) values.push(inner.read(r));
    return values;
  },
});

type StructOf<F> = { [K in keyof F]: ValueOf<F[K]> };

/** Fields one after another, in the order they are written in the literal. */
export const struct = <F extends { readonly [K in keyof F]: Layout<any> }>( // oxlint-disable-line typescript/no-explicit-any -- inferred by StructOf
  fields: F,
): Layout<StructOf<F>> => {
  const entries = Object.entries(fields) as [string, Layout<unknown>][];
  return {
    write(w, value) {
      const source = value as Record<string, unknown>;
      for (const [name, layout] of entries) layout.write(w, source[name]);
    },
    read(r) {
      const value: Record<string, unknown> = {};
      for (const [name, layout] of entries) value[name] = layout.read(r);
      return value as StructOf<F>;
    },
  };
};

type Variants = Readonly<Record<string, readonly [tag: number, layout: Layout<any>]>>; // oxlint-disable-line typescript/no-explicit-any -- inferred by VariantOf
type VariantOf<V extends Variants> = {
  [K in keyof V]: { kind: K } & ValueOf<V[K][1]>;
}[keyof V];

/** A tag byte, then the fields of that kind; in memory the kind's name is the field `kind`. Tags are add-only. */
export const union = <const V extends Variants>(variants: V): Layout<VariantOf<V>> => {
  const byTag = new Map<number, [string, Layout<unknown>]>();
  for (const [kind, [tag, layout]] of Object.entries(variants)) {
    if (byTag.has(tag)) throw new RangeError(`tag ${tag} twice`);
    byTag.set(tag, [kind, layout]);
  }
  return {
    write(w, value) {
      const variant = variants[value.kind as string];
      if (variant === undefined) throw new RangeError(`no kind ${String(value.kind)}`);
      w.u8(variant[0]);
      variant[1].write(w, value);
    },
    read(r) {
      const tag = r.u8();
      const variant = byTag.get(tag);
      if (variant === undefined) return r.fail(`unknown kind ${tag}`);
      return Object.assign({ kind: variant[0] }, variant[1].read(r)) as VariantOf<V>;
    },
  };
};
