/**
 * A generator that Prisma runs: `records.ts` has the type of each model's records, and its table with their columns, for
 * the statements that are written by hand. Prisma writes a request a line, and reads the answers from stderr.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** By Prisma's type: the column's, and that of a value in a record (`column-values.ts`). */
const TYPES = {
  String: ['text', 'string'],
  Boolean: ['boolean', 'boolean'],
  Int: ['integer', 'number'],
  BigInt: ['bigint', 'number'],
  Decimal: ['numeric', 'bigint'],
  Json: ['jsonb', 'object'],
  Bytes: ['bytea', 'Uint8Array'],
};

const typesOf = ({ kind, type, nativeType, isList, isRequired }, enums) => {
  const words = enums.find(({ name }) => kind === 'enum' && name === type);
  const [column, value] = words
    ? [words.dbName, words.values.map(({ name }) => `'${name}'`).join(' | ')]
    : TYPES[type];
  return {
    column: nativeType?.[0] === 'SmallInt' ? 'smallint' : `${column}${isList ? '[]' : ''}`,
    value: isList ? `readonly ${value}[]` : `${value}${isRequired ? '' : ' | null'}`,
  };
};

const commentOf = ({ documentation }, indent = '') =>
  documentation ? `${indent}/** ${documentation.replaceAll('\n', ' ')} */\n` : '';

const columnsOf = ({ fields }) => fields.filter(({ kind }) => kind !== 'object');

const interfaceOf = (model, enums) => {
  const fields = columnsOf(model).map(
    (field) =>
      `${commentOf(field, '  ')}  readonly ${field.name}: ${typesOf(field, enums).value};\n`,
  );
  return `${commentOf(model)}export interface ${model.name} {\n${fields.join('')}}\n`;
};

const tableOf = (model, enums) => {
  const columns = columnsOf(model);
  return {
    table: model.dbName,
    key: model.primaryKey?.fields ?? columns.filter(({ isId }) => isId).map(({ name }) => name),
    numbered: columns.find((field) => field.default?.name === 'autoincrement')?.name ?? null,
    columns: Object.fromEntries(
      columns.map((field) => [
        field.name,
        [field.dbName ?? field.name, typesOf(field, enums).column],
      ]),
    ),
  };
};

const sourceOf = ({
  models,
  enums,
}) => `${models.map((model) => interfaceOf(model, enums)).join('\n')}
/** The records of each model. */
export interface Records {
${models.map(({ name }) => `  readonly ${name}: ${name};\n`).join('')}}

/** Each model's table, primary key, the field that the database numbers, and the columns: their names and types. */
export const TABLES = ${JSON.stringify(
  Object.fromEntries(models.map((model) => [model.name, tableOf(model, enums)])),
  null,
  1,
)} as const;
`;

const METHODS = {
  getManifest: async () => ({ manifest: { prettyName: 'Records' } }),
  generate: async ({ dmmf: { datamodel }, generator }) =>
    writeFile(join(generator.output.value, 'records.ts'), sourceOf(datamodel)),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = (await METHODS[method](params)) ?? null;
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
