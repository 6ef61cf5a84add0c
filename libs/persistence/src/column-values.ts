/** Values of records: a BIGINT is a safe integer, a NUMERIC a bigint, a BYTEA an array with its own buffer. */
import { assert } from '@bellwether/errors';
import { types } from 'pg';
import type { CustomTypesConfig } from 'pg';

/** Everything written here was a safe integer; another value is an invariant violation. */
function safeInteger(value: string | bigint): number {
  const number = Number(value);
  assert(Number.isSafeInteger(number), () => `the column holds ${value}, past 2^53-1`);
  return number;
}

/** As PostgreSQL writes it in text: `\x` and hex. */
function bytesOf(text: string): Uint8Array {
  assert(text.startsWith('\\x'), 'a BYTEA comes in hex');
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [types.builtins.INT8, safeInteger],
  [types.builtins.NUMERIC, BigInt],
  [types.builtins.BYTEA, bytesOf],
]);

/** How every connection of this library reads columns: rows need no further conversion. Prisma reads its own way. */
export const COLUMN_VALUES: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? types.getTypeParser(oid, format),
};

type ValueOf<V> = V extends bigint ? number : V extends Uint8Array ? Uint8Array : V;

/** The record of a row as Prisma returns it. */
export function recordOf<Row extends object>(
  row: Row,
): { readonly [Field in keyof Row]: ValueOf<Row[Field]> };
export function recordOf(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [field, valueOf(value)]));
}

function valueOf(value: unknown): unknown {
  if (typeof value === 'bigint') return safeInteger(value);
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}

/** A sum without a limit: null where JSON's numbers cannot hold it. */
export const shownSum = (sum: bigint): number | null =>
  Number.isSafeInteger(Number(sum)) ? Number(sum) : null;

/** Bytes as Prisma takes them. */
export const bytesColumn = (value: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(value);

/**
 * TEXT and JSONB cannot hold U+0000, which is valid UTF-8 and may appear in a user's name. History stores the
 * replacement character instead, so that such a name does not stop the projection.
 */
export const textColumn = (value: string): string => value.replaceAll('\u0000', '\uFFFD');
