/**
 * For randomly drawn layouts: every value survives encoding, and a byte string either decodes to the value whose
 * encoding it is, or throws `DecodeError` and nothing else. The strings are random ones and real encodings with a few
 * bytes changed, cut off or added.
 */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Fields, Layout } from '../src';
import {
  DecodeError,
  bool,
  bytes,
  decode,
  encode,
  growing,
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
  u8,
  union,
  zeros,
} from '../src';
import { propertyRuns } from './property-runs';

/** A layout and its values. `name` appears in failures. It is drawn at random, so it has no static type. */
interface Subject<L> {
  readonly name: string;
  readonly layout: L;
  readonly values: fc.Arbitrary<unknown>;
  /** Bytes that every value takes: items of a list must take at least one. */
  readonly leastBytes: number;
  /** Whether a value may be null: the inner value of an optional must not. */
  readonly nullable: boolean;
}
/* oxlint-disable typescript/no-explicit-any */
type AnySubject = Subject<Layout<any>>;
type FieldsSubject = Subject<Fields<any>>;
/* oxlint-enable typescript/no-explicit-any */

const subject = <L>(
  name: string,
  layout: L,
  values: fc.Arbitrary<unknown>,
  { leastBytes = 1, nullable = false } = {},
): Subject<L> => ({ name, layout, values, leastBytes, nullable });

const exactly = (count: number) => fc.uint8Array({ minLength: count, maxLength: count });
const WORDS = ['red', 'green', 'blue'] as const;
const integers = fc.oneof(
  fc.maxSafeNat(),
  fc.constantFrom(0, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER),
);

const simple: fc.Arbitrary<AnySubject> = fc.oneof(
  fc.constantFrom(
    subject('u8', u8, fc.nat(0xff)),
    subject('u16', u16, fc.nat(0xffff)),
    subject('u32', u32, fc.nat(0xffffffff)),
    subject('u53', u53, integers),
    subject('bool', bool, fc.boolean()),
    subject('text', text, fc.string({ unit: 'binary' })),
    subject('oneOf', oneOf(WORDS), fc.constantFrom(...WORDS)),
  ),
  fc.nat(5).map((n) => subject(`bytes(${n})`, bytes(n), exactly(n), { leastBytes: n })),
  fc.nat(5).map((n) => {
    const values = fc.option(exactly(n), { nil: null });
    return subject(`optionalBytes(${n})`, optionalBytes(n), values, { nullable: true });
  }),
);

const compound = (inner: fc.Arbitrary<AnySubject>): fc.Arbitrary<AnySubject> =>
  fc.oneof(
    { arbitrary: simple, weight: 2 },
    inner.filter(({ nullable }) => !nullable).map(optionalOf),
    inner.filter(({ leastBytes }) => leastBytes > 0).map(listOf),
    fc.tuple(fc.nat(255), inner).map(([tag, one]) => taggedOf(tag, one)),
    fieldsOf(inner),
    fc
      .uniqueArray(fc.nat(255), { minLength: 1, maxLength: 3 })
      .chain((tags) => fc.tuple(fc.constant(tags), ...tags.map(() => fieldsOf(inner))))
      .map(([tags, ...variants]) => unionOf(tags, variants)),
  );

const fieldsOf = (inner: fc.Arbitrary<AnySubject>): fc.Arbitrary<FieldsSubject> =>
  fc.oneof(
    fc.array(inner, { maxLength: 4 }).map(structOf),
    fc.array(inner, { maxLength: 4 }).map(growingOf),
    fc.nat(3).map(zerosOf),
  );

function optionalOf({ name, layout, values }: AnySubject): AnySubject {
  const some = fc.option(values, { nil: null });
  return subject(`optional(${name})`, optional(layout), some, { nullable: true });
}

const listOf = ({ name, layout, values }: AnySubject): AnySubject =>
  subject(`list(${name})`, list(layout), fc.array(values, { maxLength: 4 }));

const taggedOf = (tag: number, { name, layout, values, nullable }: AnySubject): AnySubject =>
  subject(`tagged ${name}`, tagged(tag, layout), values, { nullable });

const zerosOf = (count: number): FieldsSubject =>
  subject(`zeros(${count})`, zeros(count), fc.constant({}), { leastBytes: count });

function structOf(members: readonly AnySubject[]): FieldsSubject {
  const named = members.map((member, index) => [`f${index}`, member] as const);
  return subject(
    `struct{${members.map(({ name }) => name).join(', ')}}`,
    struct(Object.fromEntries(named.map(([name, { layout }]) => [name, layout]))),
    fc.record(Object.fromEntries(named.map(([name, { values }]) => [name, values]))),
    { leastBytes: members.reduce((sum, { leastBytes }) => sum + leastBytes, 0) },
  );
}

/** Half of the fields are later ones. */
function growingOf(members: readonly AnySubject[]): FieldsSubject {
  const named = members.map((member, index) => [`f${index}`, member] as const);
  const half = Math.ceil(members.length / 2);
  const layouts = (some: typeof named) =>
    Object.fromEntries(some.map(([name, { layout }]) => [name, layout]));
  const [first, later] = [named.slice(0, half), named.slice(half)];
  return subject(
    `growing{${members.map(({ name }) => name).join(', ')}}`,
    growing(layouts(first), layouts(later)),
    fc.record(Object.fromEntries(named.map(([name, { values }]) => [name, values])), {
      requiredKeys: first.map(([name]) => name),
    }),
    { leastBytes: 4 },
  );
}

function unionOf(tags: readonly number[], variants: readonly FieldsSubject[]): AnySubject {
  const named = variants.map((variant, index) => [`k${index}`, tags[index]!, variant] as const);
  return subject(
    `union<${variants.map(({ name }) => name).join(' | ')}>`,
    union(
      Object.fromEntries(named.map(([kind, tag, { layout }]) => [kind, [tag, layout] as const])),
    ),
    fc.oneof(
      ...named.map(([kind, , { values }]) => values.map((value) => Object.assign({ kind }, value))),
    ),
  );
}

const anyLayout = compound(compound(compound(simple)));

/** The encoding of a value with some bytes changed, the end cut off, or bytes added. */
const nearMisses = (message: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    fc
      .array(fc.tuple(fc.nat(Math.max(message.length - 1, 0)), fc.nat(255)), { maxLength: 3 })
      .map((changes) => {
        const changed = message.slice();
        for (const [at, byte] of changes) if (at < changed.length) changed[at] = byte;
        return changed;
      }),
    fc.nat(message.length).map((length) => message.slice(0, length)),
    fc.uint8Array({ maxLength: 3 }).map((more) => Uint8Array.from([...message, ...more])),
  );

/** Decodes `message` and encodes it again; `refused` if it throws `DecodeError`. */
function reencoded({ layout }: AnySubject, message: Uint8Array): string {
  try {
    return toHex(encode<unknown>(layout, decode<unknown>(layout, message)));
  } catch (error) {
    if (error instanceof DecodeError) return 'refused';
    throw error;
  }
}

const layoutWithValue = anyLayout.chain((one) =>
  one.values.map((value) => ({ name: one.name, one, value })),
);

describe('any layout', () => {
  it('gives back every value from its bytes', () => {
    fc.assert(
      fc.property(layoutWithValue, ({ one, value }) => {
        expect(decode<unknown>(one.layout, encode<unknown>(one.layout, value))).toEqual(value);
      }),
      propertyRuns(1_000),
    );
  });

  it('decodes random bytes to the value that has them, or throws DecodeError', () => {
    fc.assert(
      fc.property(anyLayout, fc.uint8Array({ maxLength: 40 }), (one, message) => {
        expect(['refused', toHex(message)]).toContain(reencoded(one, message));
      }),
      propertyRuns(1_000),
    );
  });

  it('decodes near misses of real bytes to the value that has them, or throws DecodeError', () => {
    const nearMiss = layoutWithValue.chain(({ name, one, value }) =>
      nearMisses(encode<unknown>(one.layout, value)).map((message) => ({ name, one, message })),
    );
    fc.assert(
      fc.property(nearMiss, ({ one, message }) => {
        expect(['refused', toHex(message)]).toContain(reencoded(one, message));
      }),
      propertyRuns(2_000),
    );
  });
});
