/** From the schemas that validate to JSON Schema 2020-12, as OpenAPI 3.1 and AsyncAPI 3 take it. */
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
  /** The named schemas in it, by name; they are referred to as `#/$defs/Name`. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/**
 * `input`: as it is sent, and so with every bound. `output`: as it is answered; there a client must expect fields that
 * are new, so nothing says that there are no others.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): ConvertedSchema {
  const made = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      // What is sent as text and transformed loses its default on the way.
      const { def } = zodSchema._zod;
      if (def.type === 'default' && io === 'input') jsonSchema.default = defaultOf(def);
      tidy(jsonSchema, io);
    },
  });
  const { $defs = {}, $schema: _dialect, ...rest } = made;
  // JSON Schema may be `true`, which no schema of ours becomes.
  return { schema: rest, components: $defs } as ConvertedSchema;
}

const defaultOf = (def: object): unknown => ('defaultValue' in def ? def.defaultValue : undefined);

function tidy(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  if (schema['example'] === undefined) delete schema['example'];
  if (schema['codes'] !== undefined) {
    schema['x-codes'] = schema['codes'];
    delete schema['codes'];
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // What is sent as text and is a number says so with its type: the pattern of the text says nothing more.
  if (schema.type === 'integer') delete schema.pattern;
  if (io === 'output') {
    if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
    if (schema.additionalProperties === false) delete schema.additionalProperties;
  }
  foldNull(schema);
}

/** `anyOf [X, null]` of a plain X is X with one type more. */
function foldNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [one, other, ...more] = schema.anyOf ?? [];
  if (one === undefined || other === undefined || more.length > 0) return;
  if (typeof one === 'boolean' || typeof other === 'boolean' || other.type !== 'null') return;
  if (one.$ref !== undefined || typeof one.type !== 'string') return;
  const said = { ...schema };
  delete said.anyOf;
  delete schema.anyOf;
  const values = one.enum === undefined ? {} : { enum: [...one.enum, null] };
  // `type` is a list here, which 2020-12 knows and the type of zod does not.
  Object.assign(schema, one, values, said, { type: [one.type, 'null'] });
}
