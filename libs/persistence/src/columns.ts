/** Tables and columns as `schema.prisma` has them, for the statements that are written by hand. */
import { textColumn } from './column-values';
import { TABLES } from './generated/records';
import type { Records } from './generated/records';
import { jsonText } from './json-column';

export type { Records };
export type Model = keyof Records;
export type FieldOf<Name extends Model> = keyof Records[Name] & string;

export interface Column {
  readonly field: string;
  readonly name: string;
  /** Its type in PostgreSQL. */
  readonly type: string;
}

interface Described {
  readonly table: string;
  readonly key: readonly string[];
  readonly numbered: string | null;
  readonly columns: Readonly<Record<string, readonly [name: string, type: string]>>;
}

export const tableOf = (model: Model): Described => TABLES[model];
/** The field that the database numbers. */
export type NumberOf<Name extends Model> = (typeof TABLES)[Name]['numbered'];

/** All of the model, or those of some fields, in the model's order. */
export const columnsOf = <Name extends Model>(
  model: Name,
  fields?: readonly FieldOf<Name>[],
): readonly Column[] =>
  Object.entries(tableOf(model).columns)
    .map(([field, [name, type]]) => ({ field, name, type }))
    .filter(({ field }) => fields === undefined || fields.some((one) => one === field));

/** What a SELECT names so that its rows have the columns' fields. `of`: the table, or its alias. */
export const namedFields = (columns: readonly Column[], of = ''): string =>
  columns.map(({ field, name }) => `${of && `${of}.`}${name} AS "${field}"`).join(', ');

/** What a SELECT names so that its rows are records of the model, or those fields of them. */
export const fieldsOf = <Name extends Model>(
  model: Name,
  of = '',
  fields?: readonly FieldOf<Name>[],
): string => namedFields(columnsOf(model, fields), of);

/** A value of a record as its column takes it. */
export function columnValue<V>(type: string, value: V): V | string {
  if (type === 'text' && typeof value === 'string') return textColumn(value);
  if (type === 'jsonb' && typeof value === 'object' && value !== null) return jsonText(value);
  return typeof value === 'bigint' ? String(value) : value;
}
