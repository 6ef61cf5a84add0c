/** Python classes of named schemas: models of what is read, TypedDicts of what is written. */
import { nameOfRef } from '@bellwether/runtime';
import type { JsonSchema } from '@bellwether/runtime';
import { READ, WRITTEN, annotationOf } from './annotations';
import type { Place, Spelling } from './annotations';
import type { Words } from '../words';
import { LINE, wrapped } from '../wrapped';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Fields that a model cannot have by these names. */
const TAKEN: readonly string[] = ['fields', 'json', 'copy', 'schema', 'dict', 'from', 'validate'];

/** The classes of one module, each after those that it refers to. */
export class Classes {
  private readonly texts = new Map<string, string>();
  private readonly schemas: Schemas;
  private readonly words: Words;
  private readonly elsewhere: Classes | undefined;
  private readonly imported = new Set<string>();

  /** @param elsewhere classes of another module: equal ones are imported from there */
  constructor(schemas: Schemas, words: Words, elsewhere?: Classes) {
    this.schemas = schemas;
    this.words = words;
    this.elsewhere = elsewhere;
  }

  /** A model, and before it the models of its parts. */
  model(name: string): void {
    if (this.texts.has(name)) return;
    const schema = this.schemas[name];
    if (this.elsewhere?.has(name, schema) === true) {
      this.imported.add(name);
      return;
    }
    if (schema?.properties === undefined) throw new Error(`${name} is no object with fields`);
    this.write(name, schema);
  }

  /** @param omitted fields that the client fills in */
  terms(
    name: string,
    schema: JsonSchema,
    omitted: readonly string[],
    spelling: Spelling = WRITTEN,
  ): void {
    const fields = fieldsOf(schema).filter(({ field }) => !omitted.includes(field));
    const place = {
      ...this.place(name, spelling),
      named: (part: string) => this.namedTerms(part),
      inner: (part: string, inner: JsonSchema) => {
        this.terms(part, inner, []);
        return part;
      },
    };
    const lines = fields.flatMap(({ field, schema: one, isRequired }) => {
      const annotation = annotationOf(one, { ...place, field });
      const given = isRequired ? annotation : `NotRequired[${annotation}]`;
      return [...comment(one), `    ${field}: ${given}`];
    });
    this.add(name, 'TypedDict', schema, lines);
  }

  /** Of a part of a request that has a name of its own, which it returns. */
  namedTerms(name: string): string {
    const schema = this.schemas[name];
    if (schema === undefined) throw new Error(`no schema is ${name}`);
    if (!this.texts.has(name)) this.terms(name, schema, []);
    return name;
  }

  /** Names that the module imports from elsewhere. */
  get imports(): readonly string[] {
    return [...this.imported].toSorted();
  }

  private has(name: string, schema: JsonSchema | undefined): boolean {
    return this.texts.has(name) && JSON.stringify(this.schemas[name]) === JSON.stringify(schema);
  }

  text(): string {
    return [...this.texts.values()].join('\n\n');
  }

  private write(name: string, schema: JsonSchema): void {
    const place = this.place(name, READ);
    const lines = fieldsOf(schema).flatMap(({ field, schema: one, isRequired }) => {
      if (one.$ref !== undefined) this.model(nameOfRef(one.$ref));
      this.partsOf(one);
      const annotation = annotationOf(one, { ...place, field });
      return [...comment(one), `    ${fieldLine(field, annotation, isRequired)}`];
    });
    this.add(name, 'Answer', schema, lines);
  }

  /** References within lists and unions. */
  private partsOf(schema: JsonSchema): void {
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    if (schema.items !== undefined) parts.push(schema.items);
    for (const part of parts) {
      if (part.$ref !== undefined) this.model(nameOfRef(part.$ref));
      this.partsOf(part);
    }
  }

  private place(owner: string, spelling: Spelling): Omit<Place, 'field'> & { field: string } {
    return {
      owner,
      field: '',
      spelling,
      words: this.words,
      inner: (name, schema) => {
        this.write(name, schema);
        return name;
      },
      requiredFields: (name) => this.schemas[name]?.required?.length ?? 0,
    };
  }

  private add(name: string, base: string, schema: JsonSchema, lines: readonly string[]): void {
    const head = [`class ${name}(${base}):`, ...docstring(schema.description ?? name)];
    const body = lines.length === 0 ? [] : ['', ...lines];
    this.texts.set(name, [...head, ...body, ''].join('\n'));
  }
}

interface Field {
  readonly field: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

const fieldsOf = (schema: JsonSchema): readonly Field[] =>
  Object.entries(schema.properties ?? {}).map(([field, one]) => ({
    field,
    schema: one,
    isRequired: schema.required?.includes(field) === true,
  }));

function fieldLine(field: string, annotation: string, isRequired: boolean): string {
  const isOptional = annotation.startsWith('Optional[');
  const type = isRequired || isOptional ? annotation : `Optional[${annotation}]`;
  if (TAKEN.includes(field)) {
    return `${field}_: ${type} = Field(${isRequired ? '...' : 'None'}, alias="${field}")`;
  }
  if (!isRequired) return `${field}: ${type} = None`;
  // In pydantic 1 an optional field would otherwise have a default.
  return isOptional ? `${field}: ${type} = Field(...)` : `${field}: ${type}`;
}

/** Sphinx and editors show `#:` with the field. */
const comment = ({ description }: JsonSchema): readonly string[] =>
  description === undefined ? [] : wrapped(description, '    #: ');

const docstring = (text: string): readonly string[] => {
  const safe = text.replaceAll('\\', '\\\\');
  const line = `    """${safe}"""`;
  if (line.length <= LINE) return [line];
  const [first = '', ...rest] = wrapped(safe, '    ');
  return [`    """${first.trimStart()}`, ...rest, '    """'];
};
