/** A table and its record type: reads, inserts and updates whole records. */
import { assert } from '@bellwether/errors';
import type { Client } from '../transaction';
import type { Column } from './columns';
import { prepared } from './prepared';

export type { Client };

export type Row = Record<string, unknown>;

type Columns<R> = { readonly [K in keyof R]-?: Column<R[K]> };

/** Columns by name that are not part of the record, such as the due time. */
type Extra = Readonly<Record<string, unknown>>;

/** A column receives only values of its own field. */
type Entry<R> = readonly [field: keyof R & string, column: Column<never>];

/** A statement takes at most 65,535 values; a row has at most some twenty. */
const ROWS_PER_INSERT = 1_000;

export class Table<R extends object> {
  /** The column names, in order, separated by commas. */
  readonly names: string;
  private readonly entries: readonly Entry<R>[];
  private readonly key: readonly Entry<R>[];
  private readonly whereKey: string;

  /** `key`: the fields of the primary key. */
  constructor(
    readonly name: string,
    columns: Columns<R>,
    key: readonly (keyof R & string)[],
  ) {
    this.entries = Object.entries(columns) as unknown as Entry<R>[];
    this.names = this.entries.map(([, column]) => column.name).join(', ');
    this.key = key.map((field) => this.entryOf(field));
    this.whereKey = this.key
      .map(([, column], index) => `${column.name} = $${index + 1}`)
      .join(' AND ');
  }

  read(row: Row): R {
    const fields = this.entries.map(([field, column]) => [field, column.fromSql(row[column.name])]);
    return Object.fromEntries(fields) as R;
  }

  /** Rows that `rest` (the WHERE clause and what follows) selects. */
  async select(client: Client, rest: string, values: readonly unknown[] = []): Promise<R[]> {
    const text = `SELECT ${this.names} FROM ${this.name} ${rest}`;
    const { rows } = await client.query<Row>(prepared(text, values));
    return rows.map((row) => this.read(row));
  }

  async first(client: Client, rest: string, values: readonly unknown[] = []): Promise<R | null> {
    return (await this.select(client, `${rest} LIMIT 1`, values))[0] ?? null;
  }

  /** Selects the row and locks it until the transaction ends; `null` if there is none. */
  async lock(client: Client, ...key: unknown[]): Promise<R | null> {
    return (await this.select(client, `WHERE ${this.whereKey} FOR UPDATE`, key))[0] ?? null;
  }

  /** Returns false if a unique key has the row already: nothing is written. */
  async insert(client: Client, record: R, extra: Extra = {}): Promise<boolean> {
    return (await this.insertAll(client, [record], extra)) === 1;
  }

  /** Rows whose unique key exists stay unchanged. @returns the number written */
  async insertAll(client: Client, records: readonly R[], extra: Extra = {}): Promise<number> {
    const names = [this.names, ...Object.keys(extra)].join(', ');
    let written = 0;
    for (let first = 0; first < records.length; first += ROWS_PER_INSERT) {
      const values: unknown[] = [];
      const rows = records.slice(first, first + ROWS_PER_INSERT).map((record) => {
        const row = [...sqlOf(record, this.entries), ...Object.values(extra)];
        const places = row.map((value) => `$${values.push(value)}`);
        return `(${places.join(', ')})`;
      });
      const { rowCount } = await client.query(
        `INSERT INTO ${this.name} (${names}) VALUES ${rows.join(', ')} ON CONFLICT DO NOTHING`,
        values,
      );
      written += rowCount ?? 0;
    }
    return written;
  }

  /** Writes all fields of an existing row, and the `extra` columns. */
  async update(client: Client, record: R, extra: Extra = {}) {
    const rest = this.entries.filter((entry) => !this.key.includes(entry));
    const columns = [...rest.map(([, column]) => column.name), ...Object.keys(extra)];
    const values = [...sqlOf(record, [...this.key, ...rest]), ...Object.values(extra)];
    const changes = columns.map((name, index) => `${name} = $${this.key.length + index + 1}`);
    const { rowCount } = await client.query(
      `UPDATE ${this.name} SET ${changes.join(', ')} WHERE ${this.whereKey}`,
      values,
    );
    assert(rowCount === 1, () => `a row of ${this.name} is updated`);
  }

  private entryOf(field: keyof R & string): Entry<R> {
    const entry = this.entries.find(([name]) => name === field);
    assert(entry !== undefined, () => `${this.name} has the field ${field}`);
    return entry;
  }
}

const sqlOf = <R extends object>(record: R, entries: readonly Entry<R>[]): unknown[] =>
  entries.map(([field, column]) => column.toSql(record[field] as never));
