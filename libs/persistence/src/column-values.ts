/** Between the values of the domain and those of columns. */
import { assert } from '@bellwether/errors';

/** BIGINT to a safe integer. Everything written here was one, so another value is a broken belief. */
export function toNumber(value: bigint): number {
  const number = Number(value);
  assert(Number.isSafeInteger(number), () => `the column holds ${value}, past 2^53-1`);
  return number;
}

/** A BIGINT as `pg` gives it, in decimal. */
export function bigintColumn(text: string): number {
  const number = Number(text);
  assert(Number.isSafeInteger(number), () => `the column holds ${text}, past 2^53-1`);
  return number;
}

export const toNumberOrNull = (value: bigint | null): number | null =>
  value === null ? null : toNumber(value);

/** BYTEA as a plain array of its own: drivers answer with views into larger buffers. */
export const toBytes = (value: Uint8Array): Uint8Array => new Uint8Array(value);

export const toBytesOrNull = (value: Uint8Array | null): Uint8Array | null =>
  value === null ? null : toBytes(value);

/** Bytes as Prisma takes them. */
export const bytesColumn = (value: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(value);

/**
 * TEXT and JSONB cannot hold U+0000, which is valid UTF-8 and may stand in a name someone chose. History shows the
 * replacement character in its place: a label with a hole in it must not stop the projection.
 */
export const textColumn = (value: string): string => value.replaceAll('\u0000', '\uFFFD');
