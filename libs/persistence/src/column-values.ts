/** Conversions between domain values and column values. */
import { assert } from '@bellwether/errors';

/** BIGINT to a safe integer. Everything written here was a safe integer; another value is an invariant violation. */
export function toNumber(value: bigint): number {
  const number = Number(value);
  assert(Number.isSafeInteger(number), () => `the column holds ${value}, past 2^53-1`);
  return number;
}

/** A BIGINT as `pg` returns it, in decimal. */
export function bigintColumn(text: string): number {
  const number = Number(text);
  assert(Number.isSafeInteger(number), () => `the column holds ${text}, past 2^53-1`);
  return number;
}

/** A sum without a limit, a NUMERIC as `pg` returns it: null where JSON's numbers cannot hold it. */
export const shownSum = (sum: bigint): number | null =>
  Number.isSafeInteger(Number(sum)) ? Number(sum) : null;

export const toNumberOrNull = (value: bigint | null): number | null =>
  value === null ? null : toNumber(value);

/** BYTEA as a plain array with its own buffer: drivers return views into larger buffers. */
export const toBytes = (value: Uint8Array): Uint8Array => new Uint8Array(value);

export const toBytesOrNull = (value: Uint8Array | null): Uint8Array | null =>
  value === null ? null : toBytes(value);

/** Bytes as Prisma takes them. */
export const bytesColumn = (value: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(value);

/**
 * TEXT and JSONB cannot hold U+0000, which is valid UTF-8 and may appear in a user's name. History stores the
 * replacement character instead, so that such a name does not stop the projection.
 */
export const textColumn = (value: string): string => value.replaceAll('\u0000', '\uFFFD');
