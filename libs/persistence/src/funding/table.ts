/** A model's table: reads, inserts and updates whole records. */
import { assert } from '@bellwether/errors';
import { columnValue, columnsOf, namedFields, tableOf } from '../columns';
import type { Column, Model, NumberOf, Records } from '../columns';
import type { Client } from '../transaction';
import { prepared } from './prepared';

export type { Client };

/** What a JSONB column holds that this library wrote. */
interface Json<T> {
  readonly isList: boolean;
  /** For the compiler alone. */
  readonly value?: T;
}
export const jsonList = <T>(): Json<readonly T[]> => ({ isList: true });
export const JSON_OBJECT: Json<Readonly<Record<string, unknown>>> = { isList: false };

/** What a field holds where its column takes more: one of these words or numbers, or JSON. */
type Held = readonly (string | number)[] | Json<unknown>;

type HeldValue<Holds, Value> =
  | (Holds extends Json<infer T> ? T : Holds extends readonly (infer Word)[] ? Word : never)
  | Extract<Value, null>;

/** No part of a record: when its row needs work, and until when a worker has it. */
const WORK = ['dueMs', 'leaseUntilMs'] as const;

/** A model's fields without `WORK` and the one that the database numbers. */
type RecordOf<Name extends Model, Holds> = {
  readonly [
    Field in Exclude<keyof Records[Name], (typeof WORK)[number] | NumberOf<Name>>
  ]: Field extends keyof Holds
    ? HeldValue<Holds[Field], Records[Name][Field]>
    : Records[Name][Field];
};

/** The records of a table. */
export type RecordIn<T> = T extends Table<infer R> ? R : never;

export const recordTable = <
  Name extends Model,
  const Holds extends { readonly [Field in keyof Records[Name]]?: Held },
>(
  model: Name,
  holds: Holds,
) => new Table<RecordOf<Name, Holds>, Records[Name]>(model, Object.entries(holds));

/** A statement takes at most 65,535 values; a row has at most some forty. */
const ROWS_PER_INSERT = 1_000;

/** `All`: the model's fields, of which `extra` may write any. */
export class Table<R extends object, All extends object = object> {
  readonly name: string;
  /** What a SELECT names to read records. */
  readonly names: string;
  /** As `names`, with the number that the database gave. */
  readonly numberedNames: string;
  private readonly all: readonly Column[];
  private readonly columns: readonly Column[];
  private readonly key: readonly Column[];

  constructor(
    model: Model,
    private readonly held: readonly (readonly [field: string, holds: Held])[],
  ) {
    const { table, key, numbered } = tableOf(model);
    this.name = table;
    this.all = columnsOf(model);
    const read = this.all.filter(({ field }) => !WORK.some((one) => one === field));
    this.columns = read.filter(({ field }) => field !== numbered);
    this.key = key.flatMap((one) => this.columns.filter(({ field }) => field === one));
    this.names = namedFields(this.columns);
    this.numberedNames = namedFields(read);
  }

  /** Checks rows that a statement by hand selected by `names`, or returned. */
  checked<Row extends R>(rows: readonly Row[]): Row[] {
    for (const row of rows) {
      for (const [field, holds] of this.held) this.check(field, holds, Reflect.get(row, field));
    }
    return [...rows];
  }

  /** Rows that `rest` (the WHERE clause and what follows) selects. */
  async select(client: Client, rest: string, values: readonly unknown[] = []): Promise<R[]> {
    const text = `SELECT ${this.names} FROM ${this.name} ${rest}`;
    const { rows } = await client.query<R>(prepared(text, values));
    return this.checked(rows);
  }

  async first(client: Client, rest: string, values: readonly unknown[] = []): Promise<R | null> {
    return (await this.select(client, `${rest} LIMIT 1`, values))[0] ?? null;
  }

  /** Selects the row and locks it until the transaction ends; `null` if there is none. */
  async lock(client: Client, ...key: unknown[]): Promise<R | null> {
    const where = placed(this.key).join(' AND ');
    return (await this.select(client, `WHERE ${where} FOR UPDATE`, key))[0] ?? null;
  }

  /** Returns false if a unique key has the row already: nothing is written. */
  async insert(client: Client, record: R, extra: Partial<All> = {}): Promise<boolean> {
    return (await this.insertAll(client, [record], extra)) === 1;
  }

  /** Rows whose unique key exists stay unchanged. @returns the number written */
  async insertAll(
    client: Client,
    records: readonly R[],
    extra: Partial<All> = {},
  ): Promise<number> {
    const columns = [...this.columns, ...this.columnsIn(extra)];
    const names = columns.map(({ name }) => name).join(', ');
    let written = 0;
    for (let first = 0; first < records.length; first += ROWS_PER_INSERT) {
      const values: unknown[] = [];
      const rows = records.slice(first, first + ROWS_PER_INSERT).map((record) => {
        const row = valuesOf({ ...record, ...extra }, columns);
        return `(${row.map((value) => `$${values.push(value)}`).join(', ')})`;
      });
      const { rowCount } = await client.query(
        `INSERT INTO ${this.name} (${names}) VALUES ${rows.join(', ')} ON CONFLICT DO NOTHING`,
        values,
      );
      written += rowCount ?? 0;
    }
    return written;
  }

  /** Writes all fields of an existing row, and the `extra` ones. */
  async update(client: Client, record: R, extra: Partial<All> = {}): Promise<void> {
    const rest = this.columns.filter((column) => !this.key.includes(column));
    const columns = [...this.key, ...rest, ...this.columnsIn(extra)];
    const places = placed(columns);
    const keyLength = this.key.length;
    const { rowCount } = await client.query(
      `UPDATE ${this.name} SET ${places.slice(keyLength).join(', ')}
       WHERE ${places.slice(0, keyLength).join(' AND ')}`,
      valuesOf({ ...record, ...extra }, columns),
    );
    assert(rowCount === 1, () => `a row of ${this.name} is updated`);
  }

  /** Those that are no part of the record. */
  private columnsIn(extra: object): Column[] {
    return this.all.filter((column) => column.field in extra && !this.columns.includes(column));
  }

  private check(field: string, holds: Held, value: unknown): void {
    if (value === null) return;
    const isHeld =
      'isList' in holds
        ? Array.isArray(value) === holds.isList
        : holds.some((one) => one === value);
    assert(isHeld, () => `${this.name} holds ${JSON.stringify(value)} as its ${field}`);
  }
}

/** `name = $1`. */
const placed = (columns: readonly Column[]): string[] =>
  columns.map(({ name }, index) => `${name} = $${index + 1}`);

const valuesOf = (record: object, columns: readonly Column[]): unknown[] =>
  columns.map(({ field, type }) => columnValue(type, Reflect.get(record, field)));
