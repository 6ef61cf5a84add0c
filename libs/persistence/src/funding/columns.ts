/** How values of records stand in columns, as `pg` takes and gives them: BIGINT and NUMERIC as text, BYTEA as bytes. */
import { assert } from '@bellwether/errors';
import { textColumn, toBytes } from '../column-values';

export interface Column<V> {
  readonly name: string;
  toSql(value: V): unknown;
  fromSql(value: unknown): V;
}

/** BIGINT or INT, a safe integer in the record. */
export const integer = (name: string): Column<number> => ({
  name,
  toSql: (value) => value,
  fromSql(value) {
    const number = Number(value);
    assert(Number.isSafeInteger(number), () => `${name} holds ${String(value)}, past 2^53-1`);
    return number;
  },
});

/** NUMERIC(20, 0): a u64 of a chain. */
export const u64 = (name: string): Column<bigint> => ({
  name,
  toSql: (value) => value.toString(),
  fromSql: (value) => BigInt(String(value)),
});

export const flag = (name: string): Column<boolean> => ({
  name,
  toSql: (value) => value,
  fromSql: (value) => value === true,
});

export const bytea = (name: string): Column<Uint8Array> => ({
  name,
  toSql: (value) => value,
  fromSql(value) {
    assert(value instanceof Uint8Array, () => `${name} holds bytes`);
    return toBytes(value);
  },
});

export const text = (name: string): Column<string> => ({
  name,
  toSql: textColumn,
  fromSql: String,
});

/** TEXT or SMALLINT with one of a fixed list of values. */
export const oneOf = <const W extends string | number>(
  name: string,
  words: readonly W[],
): Column<W> => ({
  name,
  toSql: (value) => value,
  fromSql(value) {
    const word = words.find((one) => one === value);
    assert(word !== undefined, () => `${name} holds ${String(value)}: ${words.join(', ')}`);
    return word;
  },
});

/** JSONB of a list that this library wrote. */
export const jsonList = <T>(name: string): Column<readonly T[]> => ({
  name,
  toSql: (value) => JSON.stringify(value),
  fromSql(value) {
    assert(Array.isArray(value), () => `${name} holds a list`);
    return value as readonly T[];
  },
});

export const nullable = <V>(column: Column<V>): Column<V | null> => ({
  name: column.name,
  toSql: (value) => (value === null ? null : column.toSql(value)),
  fromSql: (value) => (value === null ? null : column.fromSql(value)),
});
