/** The fields of requests whose user signs a message: made of the message's form. */
import { ID_BYTES } from '@bellwether/canonical-message';
import type { Fields, MessageOf, SignedForm } from '@bellwether/canonical-message';
import { camelCase } from '@bellwether/codec';
import type { CamelCase, ValueOf } from '@bellwether/codec';
import { z } from 'zod';
import {
  AN_OBJECT,
  builderFeeBps,
  chainAddress,
  flag,
  hexBytes,
  integer,
  marketId,
  nonce,
  orderEnd,
  orderId,
  price,
  publicKey,
  signature,
  size,
  word,
} from './fields';
import { EXAMPLE } from '../examples';
import { bySigner, signer } from './owner-text';

/** A recipient may be said by one of two fields: `recipient.ts`. */
type Unsaid = 'network' | 'recipient';
type SchemaOf<F extends Fields[string]> = F extends { readonly absent: unknown }
  ? z.ZodOptional<z.ZodType<Exclude<ValueOf<F['layout']>, null>>>
  : z.ZodType<ValueOf<F['layout']>>;
/** As zod reads them. */
export type SchemasOf<F extends Fields> = { [N in Exclude<keyof F, Unsaid>]: SchemaOf<F[N]> };
/** Of a message, what its request says. */
export type SaidOf<S> = Omit<MessageOf<S>, Unsaid>;
/** What it says beside: absent, it is not there. */
type SaidBeside<B extends Fields> = {
  [N in keyof B & string as CamelCase<N>]?: Exclude<ValueOf<B[N]['layout']>, null>;
};

/** Fields that have bounds of their own; all others are of their type alone. */
const BY_NAME: Readonly<Record<string, z.ZodType>> = {
  user: publicKey,
  main_address: publicKey,
  market_id: marketId,
  order_id: orderId,
  price,
  size,
  nonce,
  fee_bps: builderFeeBps,
  expires_at: orderEnd,
  max_gas_fee: integer(0, Number.MAX_SAFE_INTEGER, ' (micro-USDC)').meta({ example: 1_500_000 }),
};

const HASH_BYTES = 32;

function typed(field: Fields[string]): z.ZodType {
  switch (field.type) {
    case 'key':
      return chainAddress;
    case 'hash':
    case 'optional_hash':
      return hexBytes(HASH_BYTES, 'of 32 bytes');
    case 'id':
      return hexBytes(ID_BYTES, 'of 16 bytes').meta({ example: EXAMPLE.clientId });
    case 'i64':
      return integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).meta({ example: 1 });
    case 'u64':
    case 'u8':
      return integer(0, field.most).meta({
        example: field.absent === Infinity ? 0 : (field.absent ?? 1),
      });
    case 'word':
      return word(field.words).meta({ example: field.words[0] });
    case 'flag':
      return flag.meta({ example: field.absent ?? false });
    case 'recipient':
      throw new TypeError('a recipient is said by fields of its own');
  }
}

function schemaOf(name: string, field: Fields[string]): z.ZodType {
  const schema = BY_NAME[name] ?? typed(field);
  const absent = field.absent instanceof Uint8Array ? null : field.absent;
  const { description = field.about, example = absent ?? undefined } = schema.meta() ?? {};
  if (!('absent' in field)) return schema.meta({ description, example });
  const said =
    absent === Infinity
      ? 'any'
      : `\`${typeof absent === 'string' ? absent : JSON.stringify(absent)}\``;
  const stands = absent === null ? field.about : `${description}; absent: ${said}`;
  return schema.meta({ description: stands, example }).optional();
}

/** The fields of a request that say these. */
export const schemasOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      name === 'network' || field.type === 'recipient' || 'sentAs' in field
        ? []
        : [[name, schemaOf(name, field)]],
    ),
  ) as SchemasOf<F>;

/** Reads what a request says into memory, with what stands for a field that it leaves out. A later one stays out. */
export function reader<T extends object>(fields: Fields, later: Fields) {
  const names = Object.entries(fields).flatMap(([name, { absent }]) =>
    name === 'network' || name === 'recipient' ? [] : [{ name, inMemory: camelCase(name), absent }],
  );
  const isLater = (name: string): boolean => Object.hasOwn(later, name);
  return (body: Readonly<Record<string, unknown>>): T => {
    const said: Record<string, unknown> = {};
    for (const { name, inMemory, absent } of names) {
      const value = body[name];
      if (value !== undefined) said[inMemory] = value;
      else if (!isLater(name)) said[inMemory] = absent;
    }
    return said as T;
  };
}

/** As a field of a command. */
export const clientIdOf = ({ client_id: clientId }: { client_id?: Uint8Array | undefined }) =>
  clientId === undefined ? {} : { clientId };

interface Requests<T> {
  /** A builder's, whose signer signs it. */
  readonly byBuilder: z.ZodType<T>;
  /** The user's own. */
  readonly byUser: z.ZodType<T & { readonly signer?: Uint8Array; readonly signature: Uint8Array }>;
}

/** The two requests of a form. @param own schemas with bounds or words of this form alone */
export function requestsOf<F extends Fields, L extends Fields, B extends Fields>(
  form: SignedForm<F, L, B>,
  own: Readonly<Record<string, z.ZodType>> = {},
): Requests<SaidOf<typeof form> & SaidBeside<B>> {
  const all: Fields = { ...form.fields, ...form.beside };
  const fields: Readonly<Record<string, z.ZodType>> = { ...schemasOf(all), ...own };
  const said = reader<SaidOf<typeof form> & SaidBeside<B>>(all, { ...form.later, ...form.beside });
  return {
    byBuilder: z.strictObject(fields, AN_OBJECT).transform(said),
    byUser: z
      .strictObject({ ...fields, signer, signature }, AN_OBJECT)
      .transform((body) => ({ ...said(body), ...bySigner(body), signature: body.signature })),
  };
}
