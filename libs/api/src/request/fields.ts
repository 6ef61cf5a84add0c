/**
 * The fields of requests, each a zod schema from the sent value to the domain's value.
 *
 * Convention: a schema's message is a phrase that fits after "must be" (libs/runtime turns it into an error that names
 * the field and the value).
 *
 * `meta` holds a field's description in the documents: its meaning, an example, its type if it is sent as text, and in
 * `codes` the codes other than VALIDATION_FAILED that it may cause.
 */
import { fromHex, parsePublicKey } from '@bellwether/codec';
import type { Code } from '@bellwether/errors';
import {
  HIGHEST_MAX_OPEN_ORDERS,
  MAX_BUILDER_FEE_BPS,
  MAX_NONCE,
  MAX_ORDER_SIZE,
  MAX_PRICE_BPS,
  MAX_UNIX_SECONDS,
  MIN_PRICE_BPS,
} from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { DEFAULT_PAGE_LIMIT } from './limits';

const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;
const KEY_ID_BYTES = 16;
/** From here on a Unix time has 13 digits, so it is in milliseconds for the next 30,000 years. */
const FIRST_MILLISECONDS = 1_000_000_000_000;
const LAST_SECONDS = 9_999_999_999;

/** An issue that becomes another code of the registry than VALIDATION_FAILED. */
export const codedIssue = (code: Code, message: string) =>
  ({ code: 'custom', message, params: { code } }) as const;

/** A JSON integer. Fractions, exponents, unsafe integers and strings are refused. */
export function integer(min: number, max: number, note = '') {
  const error = `an integer from ${min} to ${max}${note}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** An integer in a query or a path: decimal digits without sign or leading zeros. */
export function decimal(min: number, max: number) {
  const error = `an integer from ${min} to ${max}`;
  return z
    .string({ error })
    .regex(/^(?:0|[1-9][0-9]{0,15})$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** The maximum length of a page. */
export const LIMIT_SAID = {
  description: 'How many entries at most',
  example: 10,
};

/** The `limit` of a list's query. @param max entries of a page */
export const pageLimit = (max: number) =>
  decimal(1, max).meta(LIMIT_SAID).default(DEFAULT_PAGE_LIMIT);

/** One of a list of words. */
export const word = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, { error: words.map((one) => `"${one}"`).join(' or ') });

export const flag = z.boolean({ error: 'true or false' });

const bytes = (parse: (text: string) => Uint8Array | undefined, error: string) =>
  z.string({ error }).transform((text, context): Uint8Array => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });

export const hexBytes = (count: number, what: string) =>
  bytes((text) => fromHex(text, count), `${count * 2} characters of hex (${what})`);
const hexPattern = (count: number) => `^[0-9a-fA-F]{${count * 2}}$`;

const KEY_PATTERN = '^(?:[1-9A-HJ-NP-Za-km-z]{32,44}|[0-9a-fA-F]{64})$';
/** Base58 or hex, wherever a path or a body names a user. */
export const publicKey = bytes(parsePublicKey, 'a public key: 32 bytes in base58 or hex').meta({
  description: "The user's public key, in base58 or hex",
  pattern: KEY_PATTERN,
  example: EXAMPLE.user,
});
/** A wallet or a mint on either chain. */
export const chainAddress = bytes(parsePublicKey, 'an address: 32 bytes in base58 or hex').meta({
  description: 'An address, in base58 or hex',
  pattern: KEY_PATTERN,
  example: EXAMPLE.wallet,
});
export const marketId = hexBytes(HASH_BYTES, 'a market id of 32 bytes').meta({
  description: 'The market: 32 bytes in hex',
  pattern: hexPattern(HASH_BYTES),
  example: EXAMPLE.marketId,
});
export const withdrawalId = hexBytes(HASH_BYTES, 'a withdrawal id of 32 bytes').meta({
  description: 'The withdrawal: 32 bytes in hex',
  pattern: hexPattern(HASH_BYTES),
  example: EXAMPLE.withdrawalId,
});
export const depositId = hexBytes(HASH_BYTES, 'a deposit id of 32 bytes').meta({
  description: 'The deposit: 32 bytes in hex',
  pattern: hexPattern(HASH_BYTES),
  example: EXAMPLE.depositId,
});
export const signature = hexBytes(SIGNATURE_BYTES, 'an Ed25519 signature of 64 bytes').meta({
  description: "The user's Ed25519 signature, in hex, over the canonical message",
  pattern: hexPattern(SIGNATURE_BYTES),
  example: EXAMPLE.signature,
});

/** A builder's API key id; lower-case hex, as the signer names it. */
export const keyId = z
  .string({ error: 'an API key id' })
  .regex(/^[0-9a-fA-F]+$/, { error: `${KEY_ID_BYTES * 2} characters of hex (an API key id)` })
  .length(KEY_ID_BYTES * 2, { error: `${KEY_ID_BYTES * 2} characters of hex (an API key id)` })
  .toLowerCase()
  .meta({
    description: 'The public id of an API key: 16 bytes in hex',
    pattern: hexPattern(KEY_ID_BYTES),
    example: EXAMPLE.keyId,
  });

export const price = integer(MIN_PRICE_BPS, MAX_PRICE_BPS, ' (basis points)').meta({
  description:
    'The limit, in basis points of a dollar. A market buy is an `ioc` at 9999, a market sell an `ioc` at 100',
  example: 4_500,
});
export const size = integer(1, MAX_ORDER_SIZE, ' (contracts)').meta({
  description: 'How many contracts',
  example: 10,
});
export const nonce = integer(1, MAX_NONCE).meta({
  description:
    'Higher than any the user has used for this kind of call; a repeat gets the first answer',
  example: 1,
});
export const orderId = integer(1, Number.MAX_SAFE_INTEGER).meta({
  description: 'The order',
  example: 42,
});
export const builderFeeBps = integer(0, MAX_BUILDER_FEE_BPS).meta({
  description: "The builder's own fee, in basis points of what the contracts cost",
  example: 10,
});
export const maxOpenOrders = integer(1, HIGHEST_MAX_OPEN_ORDERS, ' or null').nullable().meta({
  description:
    "How many orders of this user may be open at once, whatever the user's funds; null: the funds decide",
  example: 1_000,
});
export const microUsdc = integer(1, Number.MAX_SAFE_INTEGER, ' (micro-USDC)').meta({
  description: 'An amount, in micro-USDC',
  example: 10_000_000,
});

/** Of a schema that may also be a part of another, as an order is of a batch. */
export const AN_OBJECT = { error: 'an object' };

const SECONDS_MESSAGE = 'a time in Unix seconds (10 digits)';
type Refine = {
  addIssue(
    issue: ReturnType<typeof codedIssue> | { code: 'custom'; message: string; path?: [string] },
  ): void;
};

function requireSeconds(value: number, context: Refine): void {
  if (value >= FIRST_MILLISECONDS)
    context.addIssue(codedIssue('UNIT_MILLISECONDS', SECONDS_MESSAGE));
  else if (value > LAST_SECONDS) context.addIssue({ code: 'custom', message: SECONDS_MESSAGE });
}

export const unixSeconds = z
  .int({ error: SECONDS_MESSAGE })
  .min(0, { error: SECONDS_MESSAGE })
  .superRefine(requireSeconds)
  .meta({ maximum: LAST_SECONDS, example: EXAMPLE.time, codes: ['UNIT_MILLISECONDS'] });

const ORDER_END_MESSAGE = `an integer from 0 to ${MAX_UNIX_SECONDS} (Unix seconds)`;
/** When an order ends: Unix seconds, 0 for never. The engine checks the bounds, as it has the time. */
export const orderEnd = z
  .int({ error: ORDER_END_MESSAGE })
  .min(0, { error: ORDER_END_MESSAGE })
  .superRefine((value, context) => {
    if (value >= FIRST_MILLISECONDS) requireSeconds(value, context);
    else if (value > MAX_UNIX_SECONDS)
      context.addIssue({ code: 'custom', message: ORDER_END_MESSAGE });
  })
  .meta({ maximum: MAX_UNIX_SECONDS, codes: ['UNIT_MILLISECONDS'] });

export const unixSecondsText = z
  .string({ error: SECONDS_MESSAGE })
  .regex(/^(?:0|[1-9][0-9]{0,15})$/, { error: SECONDS_MESSAGE })
  .transform(Number)
  .superRefine(requireSeconds)
  .meta({
    type: 'integer',
    minimum: 0,
    maximum: LAST_SECONDS,
    example: EXAMPLE.time,
    codes: ['UNIT_MILLISECONDS'],
  });

/**
 * `from` is inclusive, `to` exclusive: an empty range would hide a mistake behind an empty answer. Both fields are
 * named, since either may be wrong.
 */
export function requireFromBeforeTo(
  { from, to }: { from?: number | undefined; to?: number | undefined },
  context: Refine,
): void {
  if (from === undefined || to === undefined || from < to) return;
  context.addIssue({ code: 'custom', path: ['from'], message: 'less than `to`' });
  context.addIssue({ code: 'custom', path: ['to'], message: 'greater than `from`' });
}

const utf8 = new TextEncoder();
/**
 * Control characters are refused in a single line, and a lone surrogate cannot be encoded as UTF-8. Line feed and tab
 * are allowed in long texts.
 */
const NOT_IN_A_LINE = /\p{Cc}|\p{Surrogate}/u;
const NOT_IN_A_TEXT = /(?![\n\r\t])\p{Cc}|\p{Surrogate}/u;

/**
 * A caller's own name for something, 1 to `maxBytes` bytes of UTF-8. Any characters are allowed, since it is stored
 * and returned, never displayed. A lone surrogate cannot be encoded as UTF-8.
 */
export function opaqueText(maxBytes: number) {
  const error = `text of 1 to ${maxBytes} bytes of UTF-8`;
  return z
    .string({ error })
    .refine((value) => isOfBytes(value, 1, maxBytes) && !/\p{Surrogate}/u.test(value), { error })
    .meta({ minLength: 1, maxLength: maxBytes });
}

/** A character takes at least one byte: a longer text is refused without encoding it. */
function isOfBytes(value: string, minBytes: number, maxBytes: number): boolean {
  if (value.length > maxBytes) return false;
  const length = utf8.encode(value).length;
  return length >= minBytes && length <= maxBytes;
}

/** Text of `minBytes` to `maxBytes` bytes of UTF-8: one line, or several with `multiline`. */
export function text(limits: { minBytes?: number; maxBytes: number; multiline?: boolean }) {
  const { minBytes = 1, maxBytes, multiline = false } = limits;
  const error = `text of ${minBytes} to ${maxBytes} bytes of UTF-8 without control characters`;
  const forbidden = multiline ? NOT_IN_A_TEXT : NOT_IN_A_LINE;
  return z
    .string({ error })
    .refine((value) => isOfBytes(value, minBytes, maxBytes) && !forbidden.test(value), {
      error,
      abort: true,
    })
    .meta({ minLength: minBytes, maxLength: maxBytes });
}
