/** Passes many rows as one parameterised SQL table: one array per column, expanded by `unnest` on the server. */

export type ColumnValue = number | string | boolean | Uint8Array | null;

/** Column name to its PostgreSQL type and its value in a row. */
export type Columns<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row) => ColumnValue]>
>;

export interface Statement {
  readonly text: string;
  readonly values: readonly (readonly ColumnValue[])[];
}

export class RowSet<Row> {
  /** The column names, in order, separated by commas. */
  readonly names: string;
  /** `unnest($1::…[], …) AS r (…)`: the rows as a table named r. */
  readonly table: string;
  private readonly valuesOf: readonly ((row: Row) => ColumnValue)[];

  constructor(columns: Columns<Row>) {
    const entries = Object.entries(columns);
    this.names = entries.map(([name]) => name).join(', ');
    const arrays = entries.map(([, [type]], index) => `$${index + 1}::${type}[]`);
    this.table = `unnest(${arrays.join(', ')}) AS r (${this.names})`;
    this.valuesOf = entries.map(([, [, value]]) => value);
  }

  values(rows: readonly Row[]): ColumnValue[][] {
    return this.valuesOf.map((value) => rows.map(value));
  }
}
