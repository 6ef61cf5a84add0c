/** Converts the schemas that validate into JSON Schema 2020-12, as OpenAPI 3.1 and AsyncAPI 3 need it. */
import { z } from 'zod';

/** A schema object of the documents. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
}

export interface ConvertedSchema {
  readonly schema: JsonSchema;
  /** The named schemas in it, by name. References to them are `#/$defs/Name`. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/**
 * `input`: as it is sent to us, with every bound. `output`: as it is answered. A client must expect new fields there, so the
 * schema allows additional properties. A codec is converted as what is sent, either way.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): ConvertedSchema {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      // A value that is sent as text and transformed loses its default in the conversion.
      const { def } = zodSchema._zod;
      if (def.type === 'default' && io === 'input') jsonSchema.default = defaultOf(def);
      if ('reverseTransform' in def) putWordsLast(jsonSchema);
      tidy(jsonSchema, io);
    },
  });
  const { $defs = {}, $schema: _dialect, ...rest } = made;
  // JSON Schema may be `true`, but none of our schemas converts to that.
  return { schema: rest, components: $defs } as ConvertedSchema;
}

/** Of a codec they come before its type, of any other field after it. */
function putWordsLast(schema: z.core.JSONSchema.BaseSchema): void {
  const { description, example, ...rest } = schema;
  for (const name of Object.keys(schema)) delete schema[name];
  Object.assign(schema, rest, { description, example });
}

const defaultOf = (def: object): unknown => ('defaultValue' in def ? def.defaultValue : undefined);

function tidy(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (schema['example'] === undefined) delete schema['example'];
  if (schema['codes'] !== undefined) {
    schema['x-codes'] = schema['codes'];
    delete schema['codes'];
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // A number that is sent as text has the type of a number, so the pattern of its text adds nothing.
  if (schema.type === 'integer') delete schema.pattern;
  if (io === 'output') {
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
    if (schema.additionalProperties === false) delete schema.additionalProperties;
  }
  foldNull(schema);
}

/** `anyOf [X, null]` of a plain X becomes X with the additional type null. */
function foldNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [one, other, ...more] = schema.anyOf ?? [];
  if (one === undefined || other === undefined || more.length > 0) return;
  if (typeof one === 'boolean' || typeof other === 'boolean' || other.type !== 'null') return;
  if (one.$ref !== undefined || typeof one.type !== 'string') return;
  const said = { ...schema };
  delete said.anyOf;
  delete schema.anyOf;
  const values = one.enum === undefined ? {} : { enum: [...one.enum, null] };
  // `type` is a list here, which 2020-12 allows and zod's type does not.
  Object.assign(schema, one, values, said, { type: [one.type, 'null'] });
}
