/** What signed messages are made of: fields with their bytes, their words and what they mean. */
import {
  bool,
  bytes,
  decode,
  i53,
  oneOf,
  optionalBytes,
  sameBytes,
  struct,
  u53,
  union,
  zeros,
} from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';
import { RECIPIENT_KINDS } from '../words';

/** How bytes read: in hex, as a key in base58, an integer, or one of several words. */
export type PartMeaning = 'hash' | 'key' | 'u64' | 'i64' | 'u8' | readonly string[];

/** A run of bytes with a name. */
export interface Part {
  readonly name: string;
  readonly length: number;
  readonly meaning: PartMeaning;
}

interface FieldShape<T> {
  readonly layout: Layout<T>;
  /** For the documents. */
  readonly about: string;
  /** In bytes. Most fields are one part of their own name. */
  readonly parts: (name: string) => readonly Part[];
  /** The fields of a request that say it, where they are not of its name. */
  readonly sentAs?: readonly string[];
}

/** The types of fields. */
export type SignedField =
  | (FieldShape<Uint8Array> & { readonly type: 'key' | 'hash' })
  // oxlint-disable-next-line typescript/no-explicit-any -- of its own words
  | (FieldShape<any> & { readonly type: 'word'; readonly words: readonly [string, ...string[]] })
  | (FieldShape<boolean> & { readonly type: 'flag' })
  | (FieldShape<number> & { readonly type: 'u64' | 'u8'; readonly most: number })
  | (FieldShape<number> & { readonly type: 'i64' })
  | (FieldShape<Uint8Array | null> & { readonly type: 'optional_hash' | 'id' })
  | (FieldShape<Recipient> & { readonly type: 'recipient' });

export type Fields = Readonly<Record<string, SignedField & { readonly absent?: unknown }>>;

export type Recipient =
  | { kind: 'default' }
  | { kind: 'recipient_ext' | 'recipient_main'; address: Uint8Array };

const KEY_BYTES = 32;
/** Of an id that its sender chooses at random. */
export const ID_BYTES = 16;
const U64_BYTES = 8;

const onePart = (length: number, meaning: PartMeaning) => (name: string) => [
  { name, length, meaning },
];

export const key = (about: string) => ({
  type: 'key' as const,
  layout: bytes(KEY_BYTES),
  about,
  parts: onePart(KEY_BYTES, 'key'),
});

export const hash = (about: string) => ({
  type: 'hash' as const,
  layout: bytes(KEY_BYTES),
  about,
  parts: onePart(KEY_BYTES, 'hash'),
});

/** An integer up to `most`; what JSON carries exactly always fits its bytes. */
export const u64 = (about: string, most: number = Number.MAX_SAFE_INTEGER) => ({
  type: 'u64' as const,
  layout: u53,
  about,
  most,
  parts: onePart(U64_BYTES, 'u64'),
});

/** An integer that may be negative. */
export const i64 = (about: string) => ({
  type: 'i64' as const,
  layout: i53,
  about,
  parts: onePart(U64_BYTES, 'i64'),
});

/** A small integer in one byte. A higher one than `most` has no bytes. */
export const byteUpTo = (most: number, about: string) => ({
  type: 'u8' as const,
  layout: {
    write(w, value) {
      if (value > most) throw new RangeError(`${value} is above ${most}`);
      w.u8(value);
    },
    read(r) {
      const value = r.u8();
      if (value > most) r.fail(`${value} is above ${most}`);
      return value;
    },
  } satisfies Layout<number>,
  about,
  most,
  parts: onePart(1, 'u8'),
});

const ANY = new Uint8Array(U64_BYTES).fill(0xff);
/** A u64 whose highest value says that any will do; that is infinity in memory. */
export const u64OrAny = (about: string) => ({
  ...u64(about),
  layout: {
    write(w, value) {
      if (value === Infinity) w.raw(ANY);
      else w.u53(value);
    },
    read(r) {
      const sent = r.raw(U64_BYTES);
      return sameBytes(sent, ANY) ? Infinity : decode(u53, sent);
    },
  } satisfies Layout<number>,
});

export const word = <const W extends readonly [string, ...string[]]>(words: W, about: string) => ({
  type: 'word' as const,
  layout: oneOf(words),
  about,
  words,
  parts: onePart(1, words),
});

export const FLAG_WORDS = ['false', 'true'] as const;
export const flag = (about: string) => ({
  type: 'flag' as const,
  layout: bool,
  about,
  parts: onePart(1, FLAG_WORDS),
});

/** Sixteen random bytes beside what is signed. */
export const id = (about: string) => ({
  type: 'id' as const,
  layout: optionalBytes(ID_BYTES),
  about,
  parts: onePart(ID_BYTES, 'hash'),
});

/** A byte that says whether it is given, and 32 bytes: zeros where it is not. */
export const optionalHash = (about: string, present: string, words: readonly string[]) => ({
  type: 'optional_hash' as const,
  layout: optionalBytes(KEY_BYTES),
  about,
  parts: (name: string): readonly Part[] => [
    { name: present, length: 1, meaning: words },
    { name, length: KEY_BYTES, meaning: 'hash' },
  ],
});

const address = struct({ address: bytes(KEY_BYTES) });
/** A byte for its kind, and the address: zeros where it is the default. */
export const recipient = (about: string) => ({
  type: 'recipient' as const,
  layout: union({
    default: [0, zeros(KEY_BYTES)],
    recipient_ext: [1, address],
    recipient_main: [2, address],
  }),
  about,
  sentAs: ['recipient_ext', 'recipient_main'] as const,
  parts: (name: string): readonly Part[] => [
    { name: `${name}_kind`, length: 1, meaning: RECIPIENT_KINDS },
    { name, length: KEY_BYTES, meaning: 'key' },
  ],
});

type ValueIn<F> = F extends { readonly layout: Layout<infer T> } ? T : never;

/** A field that a request may leave out: `absent` stands for it. */
export const optional = <F extends SignedField>(field: F, absent: ValueIn<F>) => ({
  ...field,
  absent,
});
