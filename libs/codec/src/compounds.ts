/** Layouts made of other layouts. */
import type { Fields, Layout, ValueOf } from './layout';
import { bool, bytes } from './values';

/** A flag byte, then the value if the flag is 1; `null` if it is 0, so `inner` itself never means `null`. */
export const optional = <T extends NonNullable<unknown>>(inner: Layout<T>): Layout<T | null> => ({
  write(w, value) {
    w.u8(value === null ? 0 : 1);
    if (value !== null) inner.write(w, value);
  },
  read: (r) => (bool.read(r) ? inner.read(r) : null),
});

/** `count` zero bytes without a value: room that another variant uses. */
export const zeros = (count: number): Fields<Record<never, never>> => {
  const room = new Uint8Array(count);
  const readZeros: Fields<Record<never, never>>['readInto'] = (r) => {
    if (r.raw(count).some((byte) => byte !== 0))
      r.fail('a byte that is not zero where zeros belong');
  };
  return {
    write: (w) => w.raw(room),
    readInto: readZeros,
    read(r) {
      readZeros(r, {});
      return {};
    },
  };
};

/** A flag byte, then always `count` bytes: the value if the flag is 1; zeros, for `null`, if it is 0. */
export const optionalBytes = (count: number): Layout<Uint8Array | null> => {
  const present = bytes(count);
  const absent = zeros(count);
  return {
    write(w, value) {
      w.u8(value === null ? 0 : 1);
      if (value === null) absent.write(w, {});
      else present.write(w, value);
    },
    read(r) {
      if (bool.read(r)) return present.read(r);
      absent.read(r);
      return null;
    },
  };
};

/** A byte that is always `tag`, then the inner layout. The value in memory has no tag. */
export const tagged = <T>(tag: number, inner: Layout<T>): Layout<T> => ({
  write(w, value) {
    w.u8(tag);
    inner.write(w, value);
  },
  read(r) {
    const found = r.u8();
    if (found !== tag) r.fail(`tag ${found} where ${tag} belongs`);
    return inner.read(r);
  },
});

/** A u32 count, then the values, each of at least a byte. */
export const list = <T>(inner: Layout<T>): Layout<T[]> => ({
  write(w, values) {
    w.u32(values.length);
    const start = w.size;
    for (const value of values) inner.write(w, value);
    if (w.size - start < values.length) throw new RangeError('list of values that take no bytes');
  },
  read(r) {
    const count = r.u32();
    // A forged count cannot cause a large allocation: each value needs at least one byte.
    if (count > r.remaining) r.fail(`list of ${count} values in ${r.remaining} bytes`);
    const values: T[] = [];
    for (let i = 0; i < count; i++) values.push(inner.read(r));
    return values;
  },
});

type StructOf<F> = { [K in keyof F]: ValueOf<F[K]> };

/** Fields one after another, in the order they are written in the literal. */
// oxlint-disable-next-line typescript/no-explicit-any -- inferred by StructOf
export const struct = <F extends { readonly [K in keyof F]: Layout<any> }>(
  fields: F,
): Fields<StructOf<F>> => {
  // Two arrays and an index: this is the engine's hot path, and iterating over entries allocates.
  const names = Object.keys(fields);
  const layouts: Layout<unknown>[] = Object.values(fields);
  const count = names.length;
  const readFields: Fields<StructOf<F>>['readInto'] = (r, target) => {
    for (let i = 0; i < count; i++) target[names[i]!] = layouts[i]!.read(r);
  };
  return {
    write(w, value) {
      const source = value as Record<string, unknown>;
      for (let i = 0; i < count; i++) layouts[i]!.write(w, source[names[i]!]);
    },
    readInto: readFields,
    read(r) {
      const value: Record<string, unknown> = {};
      readFields(r, value);
      return value as StructOf<F>;
    },
  };
};

type LaterOf<L> = { [K in keyof L]?: ValueOf<L[K]> | undefined };

/**
 * A struct that may grow: a u32 length, then `fields`, then those of the `later` fields that are given, in order, each
 * behind a flag byte, up to the last one that is given. So a value without later fields has the bytes that it had before
 * they were added, and still one encoding. A reader of an earlier release refuses later fields, or skips them
 * (`LaterFields`).
 */
export const growing = <
  F extends { readonly [K in keyof F]: Layout<any> }, // oxlint-disable-line typescript/no-explicit-any -- inferred by StructOf
  L extends { readonly [K in keyof L]: Layout<any> } = Record<never, never>, // oxlint-disable-line typescript/no-explicit-any -- inferred by LaterOf
>(
  fields: F,
  later?: L,
): Fields<StructOf<F> & LaterOf<L>> => {
  const first = struct(fields);
  const names = Object.keys(later ?? {});
  const layouts: Layout<unknown>[] = Object.values(later ?? {});
  type Value = StructOf<F> & LaterOf<L>;
  const readFields: Fields<Value>['readInto'] = (r, target) => {
    const outer = r.enter(r.u32());
    first.readInto(r, target);
    let isGiven = true;
    for (let i = 0; i < names.length && r.remaining > 0; i++) {
      isGiven = bool.read(r);
      if (isGiven) target[names[i]!] = layouts[i]!.read(r);
    }
    if (!isGiven && r.remaining === 0) r.fail('a field that is not given ends the value');
    r.leave(outer);
  };
  return {
    write(w, value) {
      const source = value as Record<string, unknown>;
      const at = w.size;
      w.u32(0);
      first.write(w, value);
      let given = names.length;
      while (given > 0 && source[names[given - 1]!] === undefined) given--;
      for (let i = 0; i < given; i++) {
        const field = source[names[i]!];
        w.u8(field === undefined ? 0 : 1);
        if (field !== undefined) layouts[i]!.write(w, field);
      }
      w.u32At(at, w.size - at - U32_BYTES);
    },
    readInto: readFields,
    read(r) {
      const value: Record<string, unknown> = {};
      readFields(r, value);
      return value as Value;
    },
  };
};

const U32_BYTES = 4;

type Variants = Readonly<Record<string, readonly [tag: number, fields: Fields<any>]>>; // oxlint-disable-line typescript/no-explicit-any -- inferred by VariantOf
type VariantOf<V extends Variants> = {
  [K in keyof V]: { kind: K } & ValueOf<V[K][1]>;
}[keyof V];

export interface Union<T> extends Layout<T> {
  readonly kinds: readonly string[];
}

/** A tag byte, then the fields of that kind. In memory the kind's name is the field `kind`. Tags are add-only. */
export const union = <const V extends Variants>(variants: V): Union<VariantOf<V>> => {
  const byKind = new Map(Object.entries(variants));
  const byTag = new Map<number, [kind: string, fields: Fields<object>]>();
  for (const [kind, [tag, fields]] of byKind) {
    if (byTag.has(tag)) throw new RangeError(`tag ${tag} twice`);
    byTag.set(tag, [kind, fields]);
  }
  return {
    kinds: [...byKind.keys()],
    write(w, value) {
      const variant = byKind.get(String(value.kind));
      if (variant === undefined) throw new RangeError(`no kind ${String(value.kind)}`);
      w.u8(variant[0]);
      variant[1].write(w, value);
    },
    read(r) {
      const tag = r.u8();
      const variant = byTag.get(tag);
      if (variant === undefined) return r.fail(`unknown kind ${tag}`);
      const value: Record<string, unknown> = { kind: variant[0] };
      variant[1].readInto(r, value);
      return value as VariantOf<V>;
    },
  };
};
