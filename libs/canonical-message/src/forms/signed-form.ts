/** A form of a signed message: its fields, and what follows from them. */
import { camelCase, encode, struct, tagged } from '@bellwether/codec';
import type { CamelCase, Layout, ValueOf } from '@bellwether/codec';
import type { SignedMessage } from '../signed-message';
import type { NetworkName } from '../words';
import type { Fields, Part } from './field';

/** Of fields as the interface names them, those of a value in memory. */
export type LayoutsOf<F extends Fields> = {
  [N in keyof F & string as CamelCase<N>]: F[N]['layout'];
};
export type ValuesOf<F extends Fields> = {
  [N in keyof F & string as CamelCase<N>]: ValueOf<F[N]['layout']>;
};
type LaterOf<F extends Fields> = {
  [N in keyof F & string as CamelCase<N>]?: ValueOf<F[N]['layout']> | undefined;
};

export interface SignedForm<
  F extends Fields = Fields,
  L extends Fields = Fields,
  B extends Fields = Fields,
> extends SignedMessage<ValuesOf<F> & LaterOf<L>> {
  readonly tag: number | null;
  /** Of its fields, by their names in memory. */
  readonly layouts: Readonly<Record<string, Layout<unknown>>>;
  /** What is signed, in the order of its bytes. */
  readonly fields: F & L;
  /** Those that were added since, at the end: in memory one may be missing. */
  readonly later: L;
  /** Of a request, but not signed. */
  readonly beside: B;
}

export type MessageOf<S> = S extends SignedMessage<infer T> ? T : never;

export const layoutsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { layout }]) => [camelCase(name), layout]),
  ) as LayoutsOf<F>;

/** In memory a later field may be missing: its bytes are those of what stands for it. */
const laterLayouts = (fields: Fields): Readonly<Record<string, Layout<unknown>>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { layout, absent }]) => [
      camelCase(name),
      {
        write: (w, value) => layout.write(w, (value === undefined ? absent : value) as never),
        read: (r) => layout.read(r),
      } satisfies Layout<unknown>,
    ]),
  );

const NONE = {};

/** @param tag null: the order of 90 bytes, which has none. Later fields are all `optional`. */
export function signedForm<
  F extends Fields,
  L extends Fields = Record<never, never>,
  B extends Fields = Record<never, never>,
>(
  tag: number | null,
  fields: F,
  { later = NONE as L, beside = NONE as B }: { readonly later?: L; readonly beside?: B } = {},
): SignedForm<F, L, B> {
  const layouts: Readonly<Record<string, Layout<unknown>>> = {
    ...layoutsOf(fields as Fields),
    ...laterLayouts(later),
  };
  const body: Layout<unknown> = struct(layouts);
  const signed = { ...fields, ...later };
  return {
    tag,
    layouts,
    fields: signed,
    later,
    beside,
    layout: (tag === null ? body : tagged(tag, body)) as SignedForm<F, L, B>['layout'],
    byteLength: partsOf({ tag, fields: signed }).reduce((sum, { length }) => sum + length, 0),
  };
}

/** The runs of bytes of a message, one behind the other. */
export function partsOf({
  tag,
  fields,
}: {
  readonly tag: number | null;
  readonly fields: Fields;
}): readonly (Omit<Part, 'meaning'> & { readonly meaning: Part['meaning'] | 'tag' })[] {
  const parts = Object.entries(fields).flatMap(([name, field]) => field.parts(name));
  return tag === null ? parts : [{ name: 'tag', length: 1, meaning: 'tag' }, ...parts];
}

/** Who signs and sends, where, and under which nonce: the sender of a request fills it in. */
const OF_SENDER: readonly string[] = ['network', 'user', 'main_address', 'nonce', 'client_id'];

/** The fields of a request that say what its user wants, by their names. */
export const saidIn = ({ fields, beside }: Pick<SignedForm, 'fields' | 'beside'>) =>
  [
    ...Object.entries(fields).flatMap(([name, { sentAs }]) =>
      OF_SENDER.includes(name) ? [] : (sentAs ?? [name]),
    ),
    ...Object.keys(beside).filter((name) => !OF_SENDER.includes(name)),
  ] as readonly string[];

type Values = Readonly<Record<string, unknown>>;
/** Where a field stands. */
const VALUE = 0;
const TERMS = 1;
const NETWORK = 2;

/**
 * Encodes values whose network stands apart, and perhaps some fields in an object of their own. It reads them where they
 * are: an object of all of them, spread together, would be a dictionary, which is slow to make and to read.
 */
export function encoderOn<
  F extends Fields,
  L extends Fields,
  B extends Fields,
  A extends Fields = Record<never, never>,
>({ tag, layouts }: SignedForm<F, L, B>, apart?: A) {
  const names = Object.keys(layouts);
  const inOrder = Object.values(layouts);
  const ofTerms = layoutsOf<Fields>(apart ?? NONE);
  const places = names.map((name) => {
    if (name === 'network') return NETWORK;
    return Object.hasOwn(ofTerms, name) ? TERMS : VALUE;
  });
  const layout: Layout<Record<'value' | 'terms', Values> & { readonly network: NetworkName }> = {
    write(w, { value, terms, network }) {
      if (tag !== null) w.u8(tag);
      for (let i = 0; i < places.length; i++) {
        const from = places[i] === TERMS ? terms : value;
        inOrder[i]!.write(w, places[i] === NETWORK ? network : from[names[i]!]);
      }
    },
    read: (r) => r.fail('is only written'),
  };
  type Message = ValuesOf<F> & LaterOf<L>;
  type Apart = keyof ValuesOf<A>;
  return (
    value: Omit<Message, 'network' | Apart>,
    network: NetworkName,
    terms: Partial<Pick<Message, Apart & keyof Message>> = {},
  ): Uint8Array => encode(layout, { value, terms, network });
}
