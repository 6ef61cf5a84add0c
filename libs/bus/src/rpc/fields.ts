/**
 * Fields of the JSON messages of the bus, as schemas. The message of each is a phrase that fits after "must be": it is
 * `expected` in the refusal.
 */
import { fromHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { z } from 'zod';

/** Of a value or a name that is shown to its sender. */
const MAX_SHOWN_CHARACTERS = 64;

const utf8 = new TextEncoder();

/** `length` bytes as hex of either case; the documents say lower case, which is what we write. */
export const bytes = (length: number, error = `${length} bytes of hex`, said: object = {}) =>
  z
    .string({ error })
    .meta({ pattern: `^[0-9a-f]{${length * 2}}$`, ...said })
    .transform((text, context): Uint8Array => {
      const value = fromHex(text, length);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    });

/** At most `maxCount` of `length` bytes each. */
export function bytesList(maxCount: number, length: number) {
  const error = `at most ${maxCount} of ${length} bytes of hex each`;
  return z.array(bytes(length, error), { error }).max(maxCount, { error });
}

const atMostBytes = (maxLength: number, error: string) =>
  z
    .string({ error })
    .refine((value) => utf8.encode(value).length <= maxLength, { error })
    .meta({ maxLength });

/** 1 to `maxBytes` bytes of UTF-8. */
export const text = (maxBytes: number, error = `a text of 1 to ${maxBytes} bytes`) =>
  atMostBytes(maxBytes, error).min(1, { error }).meta({ maxLength: maxBytes });

/** At most `maxBytes` bytes of UTF-8, none included. */
export function textOrEmpty(maxBytes: number) {
  const error = `a text of 1 to ${maxBytes} bytes`;
  return atMostBytes(maxBytes, error);
}

export function texts(maxCount: number, maxBytes: number) {
  const error = `at most ${maxCount} texts of 1 to ${maxBytes} bytes`;
  return z.array(text(maxBytes, error), { error }).max(maxCount, { error });
}

export function integer(min: number, max: number) {
  const error = `an integer of ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

export const word = <const W extends string>(words: readonly W[]) =>
  z.enum(words, { error: `one of ${words.join(', ')}` });

export const flag = () => z.boolean({ error: 'true or false' });

/** With what it means, and a plausible value: for the documents. They leave out the example of what is transformed. */
export const about = <S extends z.ZodType>(schema: S, description: string, example?: unknown): S =>
  schema.meta({
    ...schema.meta(),
    description,
    ...(example === undefined ? {} : { examples: [example] }),
  });

/** `length` bytes of which the example repeats one. */
export const aboutBytes = (length: number, description: string, byte: string) =>
  bytes(length, undefined, { description, examples: [byte.repeat(length)] });

/** An unknown field is refused by its name. */
export const fields = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, { error: 'an object' });

/**
 * @param root the name of the value as a whole
 * @throws CodedError VALIDATION_FAILED naming the first wrong field, UNKNOWN_FIELD if all known ones are right
 */
export function readAs<T>(schema: z.ZodType<T>, value: unknown, root = 'request'): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const wrong = issues.find(({ code }) => code !== 'unrecognized_keys');
  if (wrong === undefined) {
    const [unknown = ''] = issues.flatMap((one) =>
      one.code === 'unrecognized_keys' ? one.keys : [],
    );
    throw new CodedError('UNKNOWN_FIELD', { field: unknown.slice(0, MAX_SHOWN_CHARACTERS) });
  }
  const found = wrong.path.reduce<unknown>((inside, key) => Object(inside)[key], value);
  throw new CodedError('VALIDATION_FAILED', {
    field: String(wrong.path[0] ?? root),
    value: shown(found),
    expected: wrong.message,
  });
}

/** Enough of a value to recognise it; never a whole message. */
function shown(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return String(typeof value === 'string' ? value : typeof value).slice(0, MAX_SHOWN_CHARACTERS);
}
