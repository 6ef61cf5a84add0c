/**
 * The fields of answers. Each states its meaning and unit and has an example. The documents are generated from these
 * schemas, answers are written by them (present.ts), and the end-to-end tests check every answer against them.
 *
 * Where what is sent differs from what the code has, a kind is a codec: its input is sent, its output is inside (inside.ts).
 *
 * `example` is an OpenAPI keyword that a field keeps even if it is a transformed input; `examples` would be lost.
 */
import { fromBase58, fromHex, toBase58, toHex } from '@bellwether/codec';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { presentBuilder, unixSecondsOf } from './units';

/** What is sent, read-only. */
export type Answer<S extends z.ZodType> = Shown<z.input<S>>;
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
/** Unix milliseconds inside. */
export const time = (what: string, example: number = EXAMPLE.time) =>
  described(
    z.codec(z.int().nonnegative(), z.number(), {
      decode: (seconds) => seconds * 1_000,
      encode: unixSecondsOf,
    }),
    inUnit(what, 'Unix seconds'),
    example,
  );
/** A time that is in seconds inside too. */
export const seconds = (what: string, example: number = EXAMPLE.time) =>
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
const DECIMAL = /^(?:0|[1-9][0-9]*)$/;
const HEX_16 = z.string().regex(/^[0-9a-f]{32}$/);
const HEX_32 = z.string().regex(/^[0-9a-f]{64}$/);
const BYTES = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Bytes inside. `read` of what they are not says that it is none. */
const bytesIn = (
  text: z.ZodString,
  read: (text: string) => Uint8Array | undefined,
  write: (bytes: Uint8Array) => string,
) => z.codec(text, BYTES, { decode: (sent) => read(sent)!, encode: write });

export const hex32 = (what: string, example: string) =>
  described(
    bytesIn(HEX_32, (text) => fromHex(text, 32), toHex),
    `${what}: 32 bytes in hex`,
    example,
  );
/** Text inside too. */
export const hex32Text = (what: string, example: string) =>
  described(HEX_32, `${what}: 32 bytes in hex`, example);
export const address = (what: string, example: string) =>
  described(
    bytesIn(z.string().regex(BASE58_KEY), (text) => fromBase58(text, 32), toBase58),
    `${what}: 32 bytes in base58`,
    example,
  );
const SIGNATURE = z.string().regex(BASE58_SIGNATURE);
export const transaction = (what: string) =>
  described(
    bytesIn(SIGNATURE, (text) => fromBase58(text, 64), toBase58),
    `${what}: its signature in base58`,
    EXAMPLE.txSignature,
  );
/** Text inside too. */
export const transactionText = (what: string) =>
  described(SIGNATURE, `${what}: its signature in base58`, EXAMPLE.txSignature);
export const base64 = (what: string, example: string) =>
  described(
    z.codec(z.base64(), BYTES, {
      decode: (text) => Buffer.from(text, 'base64'),
      encode: (bytes) => Buffer.from(bytes).toString('base64'),
    }),
    what,
    example,
  );
/** 64-bit integers are text in JSON. */
export const bigAmount = (what: string, example: string) =>
  described(
    z.codec(z.string().regex(DECIMAL), z.bigint(), { decode: BigInt, encode: String }),
    what,
    example,
  );
/** Text inside too. */
export const bigAmountText = (what: string, example: string) =>
  described(z.string().regex(DECIMAL), what, example);
/** A field that is usually null, and so in examples. */
export const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().meta({ example: null });

/** The public id of a builder's API key; null inside where there is none. */
export const builderKey = (what: string, example: string = '') =>
  described(
    z.codec(z.string().regex(/^(?:[0-9a-f]{32})?$/), BYTES.nullable(), {
      decode: (text) => fromHex(text, 16) ?? null,
      encode: presentBuilder,
    }),
    `${what}: the public id of its API key, "" where there is no builder`,
    example,
  );

/** The id that the sender of a request chose. */
export const sender = (what: string) =>
  described(
    bytesIn(HEX_16, (text) => fromHex(text, 16), toHex).nullable(),
    `${what}: 16 bytes in hex; null where none was sent`,
    EXAMPLE.clientId,
  );
export const clientId = { client_id: sender('As it was sent') };

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
/** In texts that are put together. */
export const placeAnswer = z.strictObject(placeFields);
/** The seq of the command just applied. */
export const seqField = {
  seq: count("The command's place in the order of all commands", EXAMPLE.seq),
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
