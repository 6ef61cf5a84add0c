/**
 * Passes many rows to PostgreSQL at once: as the data of a COPY, which is cheapest for new rows, or as a table in a
 * statement, one array a column, expanded by `unnest` on the server. Values travel in binary form: writing and reading
 * them as text was half of what a row cost.
 */
import { assert } from '@bellwether/errors';
import { columnValue, columnsOf } from '../columns';
import type { FieldOf, Model, Records } from '../columns';
import { BinaryWriter } from './binary-writer';

export type ColumnValue = number | string | boolean | Uint8Array | null;

/** Column name to its PostgreSQL type and its value in a row. */
export type Columns<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row) => ColumnValue]>
>;

/** A parameter: an array in binary form, or as text where the type's number differs from database to database. */
export type ArrayParameter = Buffer | string;

/** All columns of the model, or those of some fields, of which a row may leave any null. */
export function columnsFor<Name extends Model>(model: Name): Columns<Records[Name]>;
export function columnsFor<Name extends Model, const Field extends FieldOf<Name>>(
  model: Name,
  fields: readonly Field[],
): Columns<{ readonly [F in Field]: Records[Name][F] | null }>;
export function columnsFor<Name extends Model>(
  model: Name,
  fields?: readonly FieldOf<Name>[],
): Columns<Fields> {
  const columns = columnsOf(model, fields);
  return Object.fromEntries(
    columns.map(({ field, name, type }) => [name, [type, valueOf(field, type)]]),
  );
}

type Fields = Readonly<Record<string, ColumnValue>>;

/** Numbers and bytes are copied as they are. */
const valueOf = (field: string, type: string): ((row: Fields) => ColumnValue) =>
  CONVERTED.has(type) ? (row) => columnValue(type, row[field]!) : (row) => row[field]!;
const CONVERTED: ReadonlySet<string> = new Set(['text', 'jsonb', 'numeric']);

export class RowSet<Row> {
  /** The column names, in order, separated by commas. */
  readonly names: string;
  /** `unnest($1::…[], …) AS r (…)`: the rows as a table named r. */
  readonly table: string;
  private readonly columns: readonly Column<Row>[];

  constructor(columns: Columns<Row>) {
    const entries = Object.entries(columns);
    this.names = entries.map(([name]) => name).join(', ');
    const arrays = entries.map(([, [type]], index) => `$${index + 1}::${type}[]`);
    this.table = `unnest(${arrays.join(', ')}) AS r (${this.names})`;
    this.columns = entries.map(([, [type, valueOf]]) => ({ ...formatOf(type), valueOf }));
  }

  /** The parameters of `table`. */
  values(rows: readonly Row[]): ArrayParameter[] {
    return this.columns.map((column) =>
      column.oid === null ? textArray(column, rows) : binaryArray(column, column.oid, rows),
    );
  }

  /** The rows as `COPY … FROM STDIN (FORMAT binary)` reads them. */
  copyData(rows: readonly Row[]): Buffer {
    const { columns } = this;
    const writer = new BinaryWriter(
      COPY_HEADER.length + rows.length * columns.length * COLUMN_BYTES,
    );
    writer.bytes(COPY_HEADER);
    for (const row of rows) {
      writer.int16(columns.length);
      for (const { valueOf, write } of columns) writeValue(writer, write, valueOf(row));
    }
    writer.int16(COPY_END);
    return writer.finish();
  }
}

interface Format {
  /** The type's number, where every database has the same one. */
  readonly oid: number | null;
  /** Writes the value's length in bytes and the value. */
  readonly write: (writer: BinaryWriter, value: ColumnValue) => void;
}

interface Column<Row> extends Format {
  readonly valueOf: (row: Row) => ColumnValue;
}

/** Length and value of most columns; the buffer grows where they need more. */
const COLUMN_BYTES = 16;
/** The signature, no flags, no extension. */
const COPY_HEADER = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const COPY_END = -1;
const NULL_LENGTH = -1;

const FORMATS: Readonly<Record<string, Format>> = {
  boolean: {
    oid: 16,
    write(writer, value) {
      assert(typeof value === 'boolean', 'a BOOLEAN');
      writer.int32(1);
      writer.bool(value);
    },
  },
  bytea: {
    oid: 17,
    write(writer, value) {
      assert(value instanceof Uint8Array, 'a BYTEA');
      writer.int32(value.length);
      writer.bytes(value);
    },
  },
  bigint: {
    oid: 20,
    write(writer, value) {
      assert(typeof value === 'number', 'a BIGINT');
      writer.int32(8);
      writer.int64(value);
    },
  },
  smallint: {
    oid: 21,
    write(writer, value) {
      assert(typeof value === 'number', 'a SMALLINT');
      writer.int32(2);
      writer.int16(value);
    },
  },
  integer: {
    oid: 23,
    write(writer, value) {
      assert(typeof value === 'number', 'an INTEGER');
      writer.int32(4);
      writer.int32(value);
    },
  },
  text: { oid: 25, write: writeText },
  /** Travels as digits; no such column is copied. */
  numeric: {
    oid: null,
    write() {
      assert(false, 'a NUMERIC is not copied');
    },
  },
  jsonb: {
    oid: 3802,
    write(writer, value) {
      assert(typeof value === 'string', 'a JSONB');
      writer.lengthAndText(value, JSONB_VERSION);
    },
  },
};
const JSONB_VERSION = 1;
/** A type that a migration made: its number is the database's own, and its binary form is its word. */
const ENUM: Format = { oid: null, write: writeText };

const formatOf = (type: string): Format => FORMATS[type] ?? ENUM;

function writeText(writer: BinaryWriter, value: ColumnValue): void {
  assert(typeof value === 'string', 'a TEXT');
  writer.lengthAndText(value);
}

function writeValue(writer: BinaryWriter, write: Format['write'], value: ColumnValue): void {
  if (value === null) writer.int32(NULL_LENGTH);
  else write(writer, value);
}

/** Dimensions, whether there are nulls, the elements' type, length, lower bound; then the elements. */
function binaryArray<Row>(
  { valueOf, write }: Column<Row>,
  oid: number,
  rows: readonly Row[],
): Buffer {
  const writer = new BinaryWriter(ARRAY_HEADER_BYTES + rows.length * COLUMN_BYTES);
  writer.int32(rows.length === 0 ? 0 : 1);
  writer.int32(0); // PostgreSQL looks for nulls itself
  writer.int32(oid);
  if (rows.length > 0) {
    writer.int32(rows.length);
    writer.int32(1);
    for (const row of rows) writeValue(writer, write, valueOf(row));
  }
  return writer.finish();
}
const ARRAY_HEADER_BYTES = 20;

/** The words of an enum, and digits, need no quotes. */
function textArray<Row>({ valueOf }: Column<Row>, rows: readonly Row[]): string {
  const words = rows.map((row) => {
    const value = valueOf(row);
    if (value === null) return 'NULL';
    assert(typeof value === 'string' && WORD.test(value), () => `${String(value)} is a word`);
    return value;
  });
  return `{${words.join(',')}}`;
}
const WORD = /^(?:[a-z_]+|-?\d+)$/;
