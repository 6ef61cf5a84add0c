/** JSON Schema to TypeScript. What it does not know is an error: nothing becomes `any` unnoticed. */
import { nameOfRef } from '@bellwether/runtime';
import type { JsonSchema } from '@bellwether/runtime';
import { pascal } from '../pascal';
import type { Words } from '../words';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The interfaces of one module, in the order of their names. */
export class Types {
  private readonly texts = new Map<string, string>();

  constructor(
    private readonly schemas: Schemas,
    private readonly words: Words,
  ) {}

  /** The type of a named schema, and those that it refers to. */
  add(name: string): void {
    if (this.texts.has(name)) return;
    const schema = this.schemas[name];
    if (schema === undefined) throw new Error(`no schema is named ${name}`);
    this.texts.set(name, ''); // it may refer to itself
    const comment = commentOf(schema);
    const text =
      schema.properties === undefined
        ? `export type ${name} = ${this.typeOf(schema, name)};`
        : `export interface ${name} ${this.fieldsOf(schema, name)}`;
    this.texts.set(name, comment + text);
  }

  /** An interface of its own, such as the query of an operation. */
  write(name: string, schema: JsonSchema): void {
    this.texts.set(
      name,
      `${commentOf(schema)}export interface ${name} ${this.fieldsOf(schema, name)}`,
    );
  }

  text(): string {
    const named = [...this.texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return named.map(([, text]) => text).join('\n\n');
  }

  private fieldsOf(schema: JsonSchema, owner: string): string {
    const fields = Object.entries(schema.properties ?? {}).map(([field, one]) => {
      const mark = schema.required?.includes(field) === true ? '' : '?';
      return `${commentOf(one)}readonly ${field}${mark}: ${this.typeOf(one, owner + pascal(field))};`;
    });
    const more = isOpen(schema) ? ['readonly [more: string]: unknown;'] : [];
    return `{\n${[...fields, ...more].join('\n')}\n}`;
  }

  /** @param place what a set of words is named after, if it has no name of its own */
  private typeOf(schema: JsonSchema, place: string): string {
    if (schema.$ref !== undefined) {
      const name = nameOfRef(schema.$ref);
      this.add(name);
      return name;
    }
    const union = schema.anyOf ?? schema.oneOf;
    if (union !== undefined) return unionOf(union.map((one) => this.typeOf(one, place)));
    const values = schema['const'] === undefined ? schema.enum : [schema['const']];
    if (values !== undefined) return this.valuesOf(values, place);
    const types = [schema.type ?? []].flat();
    if (types.length === 0) return 'unknown';
    return unionOf(types.map((type) => this.plain(type, schema, place)));
  }

  private valuesOf(values: readonly unknown[], place: string): string {
    const words = values.filter((one): one is string => typeof one === 'string');
    const others = values
      .filter((one) => typeof one !== 'string')
      .map((one) => JSON.stringify(one));
    const [word, ...more] = words;
    if (word === undefined) return unionOf(others);
    const named = more.length === 0 ? `'${word}'` : this.words.nameOf(words, place);
    return unionOf([named, ...others]);
  }

  private plain(type: string, schema: JsonSchema, place: string): string {
    switch (type) {
      case 'integer':
      case 'number':
        return 'number';
      case 'string':
      case 'boolean':
      case 'null':
        return type;
      case 'array':
        return listOf(this.typeOf(schema.items ?? {}, place));
      case 'object':
        return this.objectOf(schema, place);
      default:
        throw new Error(`unknown type ${type}: ${place}`);
    }
  }

  private objectOf(schema: JsonSchema, place: string): string {
    if (schema.properties !== undefined) return this.fieldsOf(schema, place);
    const values = schema['additionalProperties'];
    const isOpen = typeof values !== 'object' || values === null;
    return `Readonly<Record<string, ${isOpen ? 'unknown' : this.typeOf({ ...values }, place)}>>`;
  }
}

/** A schema that says of other fields that there may be some. */
const isOpen = ({ additionalProperties }: JsonSchema): boolean =>
  typeof additionalProperties === 'object' &&
  additionalProperties !== null &&
  Object.keys(additionalProperties).length === 0;

const listOf = (entry: string): string =>
  entry.includes(' | ') ? `readonly (${entry})[]` : `readonly ${entry}[]`;

const unionOf = (members: readonly string[]): string => [...new Set(members)].join(' | ');

const commentOf = ({ description }: JsonSchema): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;
