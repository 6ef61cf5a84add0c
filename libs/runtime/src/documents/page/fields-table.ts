/** Renders a schema as a table of its fields. A named schema is described once, and linked. */
import type { JsonSchema } from '../json-schema';
import { nameOfRef } from '../schema-reader';
import type { Components } from '../schema-reader';
import { anchor, escaped, inline, json, prose, table } from './html';

const HEADS = ['field', 'type', 'meaning'] as const;

export function fieldsTable(schema: JsonSchema, prefix = ''): string {
  return table(HEADS, rowsOf(schema, prefix));
}

function rowsOf(schema: JsonSchema, prefix: string): string[][] {
  const rows = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const isOptional = schema.required?.includes(name) !== true;
    const row = [
      `<code>${escaped(path)}</code>`,
      `${typeOf(field)}${isOptional ? ' <span class="soft">optional</span>' : ''}`,
      meaningOf(field),
    ];
    return [row, ...rowsOf(field, path), ...rowsOf(field.items ?? {}, `${path}[]`)];
  });
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter(
    ({ properties }) => properties !== undefined,
  );
  return [...rows, ...alternatives.flatMap((one) => rowsOf(one, prefix))];
}

/** e.g. `integer, 1 to 9999`, or a link to a named schema. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schemaLink(nameOfRef(schema.$ref));
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) return alternatives.map((one) => typeOf(one)).join(' or ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
  return `${types.join(' or ')}${rangeOf(schema)}`;
}

export const schemaLink = (name: string): string =>
  `<a href="#${anchor('schema', name)}">${escaped(name)}</a>`;

function rangeOf(schema: JsonSchema): string {
  const from = numberAt(schema, 'minimum') ?? numberAt(schema, 'minLength');
  const to = numberAt(schema, 'maximum') ?? numberAt(schema, 'maxLength');
  const unit = numberAt(schema, 'maxLength') === undefined ? '' : ' characters';
  if (from === undefined && to === undefined) return '';
  if (to === undefined || to === Number.MAX_SAFE_INTEGER) return from === 0 ? '' : `, from ${from}`;
  return `, ${from ?? 0} to ${to}${unit}`;
}

const numberAt = (schema: JsonSchema, keyword: string): number | undefined => {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
};

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function meaningOf(schema: JsonSchema): string {
  const parts = [inline(schema.description ?? schema.items?.description ?? '')];
  const values = schema.enum?.filter((one) => one !== null) ?? [];
  if (values.length > 0) {
    const list = values.map((one) => `<code>${escaped(shown(one))}</code>`);
    parts.push(`<span class="soft">${list.join(' ')}</span>`);
  }
  if (schema['default'] !== undefined) {
    parts.push(
      `<span class="soft">default <code>${escaped(shown(schema['default']))}</code></span>`,
    );
  }
  return parts.filter((one) => one !== '').join('<br>');
}

/** All named schemas, once each. */
export function schemasSection(schemas: Components): string {
  const articles = Object.entries(schemas).map(
    ([name, schema]) =>
      `<article id="${anchor('schema', name)}"><h3>${escaped(name)}</h3>` +
      `${prose(schema.description ?? '')}${fieldsTable(schema)}${exampleOfNamed(schema)}</article>`,
  );
  return `<h2 id="schemas">Schemas</h2>${articles.join('\n')}`;
}

const exampleOfNamed = (schema: JsonSchema): string =>
  schema.properties === undefined && schema.examples !== undefined ? json(schema.examples[0]) : '';
