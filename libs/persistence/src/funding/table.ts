/** A table and the record a row of it is: reading, inserting and updating whole records. */
import { believe } from '@bellwether/errors';
import type { Client } from '../transaction';
import type { Column } from './columns';

export type { Client };

export type Row = Record<string, unknown>;

type Columns<R> = { readonly [K in keyof R]-?: Column<R[K]> };

export class Table<R extends object> {
  /** The columns' names, in order, separated by commas. */
  readonly names: string;
  private readonly entries: readonly (readonly [field: keyof R & string, column: Column<never>])[];

  /** `key`: the fields of the primary key. */
  constructor(
    readonly name: string,
    columns: Columns<R>,
    private readonly key: readonly (keyof R & string)[],
  ) {
    // Each column is only ever given values of its own field.
    this.entries = Object.entries(columns) as [keyof R & string, Column<never>][];
    this.names = this.entries.map(([, column]) => column.name).join(', ');
  }

  read(row: Row): R {
    const fields = this.entries.map(([field, column]) => [field, column.fromSql(row[column.name])]);
    return Object.fromEntries(fields) as R;
  }

  /** Rows that `rest` (WHERE and what follows) selects. */
  async select(client: Client, rest: string, values: readonly unknown[] = []): Promise<R[]> {
    const text = `SELECT ${this.names} FROM ${this.name} ${rest}`;
    const { rows } = await client.query<Row>(text, [...values]);
    return rows.map((row) => this.read(row));
  }

  async first(client: Client, rest: string, values: readonly unknown[] = []): Promise<R | null> {
    return (await this.select(client, `${rest} LIMIT 1`, values))[0] ?? null;
  }

  /** The row, held until the transaction ends; `null` where there is none. */
  async lock(client: Client, ...key: unknown[]): Promise<R | null> {
    return (await this.select(client, `WHERE ${this.whereKey()} FOR UPDATE`, key))[0] ?? null;
  }

  /** False where a unique key has the row already: then nothing is written. */
  async insert(client: Client, record: R): Promise<boolean> {
    const values = this.entries.map(([field, column]) => column.toSql(record[field] as never));
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    const { rowCount } = await client.query(
      `INSERT INTO ${this.name} (${this.names}) VALUES (${places}) ON CONFLICT DO NOTHING`,
      values,
    );
    return rowCount === 1;
  }

  /** All fields of a row that is there; `extra` columns with it. */
  async update(client: Client, record: R, extra: Readonly<Record<string, unknown>> = {}) {
    const rest = this.entries.filter(([field]) => !this.key.includes(field));
    const columns = [...rest.map(([, column]) => column.name), ...Object.keys(extra)];
    const values = [
      ...this.key.map((field) => this.sqlOf(record, field)),
      ...rest.map(([field]) => this.sqlOf(record, field)),
      ...Object.values(extra),
    ];
    const changes = columns.map((name, index) => `${name} = $${this.key.length + index + 1}`);
    const { rowCount } = await client.query(
      `UPDATE ${this.name} SET ${changes.join(', ')} WHERE ${this.whereKey()}`,
      values,
    );
    believe(rowCount === 1, () => `a row of ${this.name} is updated`);
  }

  private sqlOf(record: R, field: keyof R & string): unknown {
    return this.columnOf(field).toSql(record[field] as never);
  }

  private columnOf(field: keyof R & string): Column<never> {
    const column = this.entries.find(([name]) => name === field)?.[1];
    believe(column !== undefined, () => `${this.name} has the field ${field}`);
    return column;
  }

  private whereKey(): string {
    return this.key
      .map((field, index) => `${this.columnOf(field).name} = $${index + 1}`)
      .join(' AND ');
  }
}
