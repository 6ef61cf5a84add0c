/** A request as JSON Schema with an example, made of the schema by which the server reads it. */
import type { JsonSchema } from '@bellwether/runtime';
import { z } from 'zod';
import { REQUEST_FIELDS } from './request-fields';

export interface DocumentedRequest {
  readonly schema: JsonSchema;
  readonly example: object;
}

/** @param description of the object itself */
export function documentedRequest(schema: z.ZodType, description: string): DocumentedRequest {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const described = fieldsOf(shape);
  return {
    schema: {
      type: 'object',
      description,
      properties: Object.fromEntries(described.map(({ field, schema: one }) => [field, one])),
      additionalProperties: false,
      ...(shape.required === undefined ? {} : { required: shape.required }),
    },
    example: Object.fromEntries(
      described
        .filter(({ example }) => example !== undefined)
        .map((one) => [one.field, one.example]),
    ),
  };
}

/** Each field with its description; those of an object within it too. */
function fieldsOf({ properties = {} }: JsonSchema) {
  return Object.entries(properties).map(([field, one]) => {
    const known = REQUEST_FIELDS[field];
    if (known === undefined) throw new Error(`src/request-fields.ts does not describe ${field}`);
    const { description, example } = known;
    const examples = example === undefined ? {} : { examples: [example] };
    const inner = fieldsOf(one).map(({ field: name, schema }): [string, JsonSchema] => [
      name,
      schema,
    ]);
    const within = inner.length === 0 ? {} : { properties: Object.fromEntries(inner) };
    const schema: JsonSchema = { ...one, ...within, description, ...examples };
    return { field, example, schema };
  });
}
