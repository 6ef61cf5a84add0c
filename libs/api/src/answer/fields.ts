/**
 * The fields of answers. Each states its meaning and unit and has an example. The documents are generated from these
 * schemas, the presenters are typed by them, and the end-to-end tests check every answer against them.
 *
 * `example` is an OpenAPI keyword that a field keeps even if it is a transformed input; `examples` would be lost.
 */
import { z } from 'zod';
import { EXAMPLE } from '../examples';

/** A presenter's result: the schema's type, read-only. */
export type Answer<S extends z.ZodType> = Shown<z.infer<S>>;
type Shown<T> = T extends readonly (infer Item)[]
  ? readonly Shown<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Shown<T[Name]> }
    : T;

/** Inserts the unit right after the measured quantity, before any remark. */
const inUnit = (what: string, unit: string): string =>
  what.includes(';') ? what.replace(';', `, in ${unit};`) : `${what}, in ${unit}`;

const described = <S extends z.ZodType>(schema: S, description: string, example: unknown): S =>
  schema.meta({ description, example });

/** An integer from 0. */
export const count = (what: string, example: number) =>
  described(z.int().nonnegative(), what, example);
export const signedCount = (what: string, example: number) => described(z.int(), what, example);
export const micro = (what: string, example: number) => count(inUnit(what, 'micro-USDC'), example);
/** Basis points of a dollar, 1 to 9999. */
export const price = (what: string, example: number) =>
  described(z.int().min(1).max(9_999), inUnit(what, 'basis points of a dollar'), example);
/** Bounds included: 0 and 10000 stand for an empty side, or for the payout of a contract. */
export const wholePrice = (what: string, example: number) =>
  described(z.int().min(0).max(10_000), inUnit(what, 'basis points of a dollar'), example);
export const time = (what: string, example: number = EXAMPLE.time) =>
  described(z.int().nonnegative(), inUnit(what, 'Unix seconds'), example);
export const flag = (what: string, example: boolean) => described(z.boolean(), what, example);
export const words = (what: string, example: string) => described(z.string(), what, example);
export const oneOf = <const W extends readonly [string, ...string[]]>(
  values: W,
  what: string,
  example: W[number],
) => described(z.enum(values), what, example);

const BASE58_KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const BASE58_SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

export const hex32 = (what: string, example: string) =>
  described(z.string().regex(/^[0-9a-f]{64}$/), `${what}: 32 bytes in hex`, example);
export const address = (what: string, example: string) =>
  described(z.string().regex(BASE58_KEY), `${what}: 32 bytes in base58`, example);
export const transaction = (what: string) =>
  described(
    z.string().regex(BASE58_SIGNATURE),
    `${what}: its signature in base58`,
    EXAMPLE.txSignature,
  );
/** 64-bit integers are text in JSON. */
export const bigAmount = (what: string, example: string) =>
  described(z.string().regex(/^(?:0|[1-9][0-9]*)$/), what, example);
/** A field that is usually null, and so in examples. */
export const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().meta({ example: null });

/** The public id of a builder's API key. */
export const builderKey = (what: string, example: string = '') =>
  described(
    z.string().regex(/^(?:[0-9a-f]{32})?$/),
    `${what}: the public id of its API key, "" where there is no builder`,
    example,
  );

export const user = (what = "The user's public key") => address(what, EXAMPLE.user);
export const market = (what = 'The market') => hex32(what, EXAMPLE.marketId);

/** The command up to which an answer is valid. */
export const placeFields = {
  seq: count(
    'How many commands the engine had carried out: the answer is as of this one',
    EXAMPLE.seq,
  ),
  timestamp: time('When the last of them was carried out'),
};
/** The seq of the command just applied. */
export const seqField = {
  seq: count("The command's place in the order of all commands", EXAMPLE.seq),
};

/** The end of every list. */
export const pageFields = {
  next_cursor: words(
    'Goes into `before` of the next page; null where nothing follows',
    'dHJhZGUuMTAw',
  ).nullable(),
  has_more: flag('Whether something follows this page', true),
};

/** An answer with its own name in the documents. */
export const named = <S extends z.ZodType>(id: string, schema: S, description: string): S =>
  schema.meta({ id, description });

/** `{success: true, data}`, the answer of wrapped endpoints. */
export const wrapped = <S extends z.ZodType>(data: S) =>
  z.strictObject({
    success: z
      .literal(true)
      .meta({ description: 'Always true: failures are `{success: false, error}`' }),
    data,
  });
