/** A request or an answer as JSON Schema with an example, made of the schema by which it is read. */
import type { JsonSchema } from '@bellwether/runtime';
import { z } from 'zod';
import { REQUEST_FIELDS } from './request-fields';

export interface DocumentedSchema {
  readonly schema: JsonSchema;
  readonly example: object;
}

/** @param description of the object itself */
export function documented(schema: z.ZodType, description: string): DocumentedSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const said = describedFields({ ...shape, description });
  return { schema: said, example: Object(exampleOf(said)) };
}

/** Each field with its description; those of an object within it too, of a list, or of one of several. */
function describedFields({ properties, anyOf, oneOf, items, ...other }: JsonSchema): JsonSchema {
  const rest = {
    ...other,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(describedFields) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(describedFields) }),
    ...(items === undefined ? {} : { items: describedFields(items) }),
  };
  if (properties === undefined) return rest;
  const described = Object.entries(properties).map(([field, one]) => {
    const { description, examples } = one.description === undefined ? knownAs(field) : one;
    const said = { description, ...(examples === undefined ? {} : { examples }) };
    return [field, { ...describedFields(one), ...said }];
  });
  return { ...rest, properties: Object.fromEntries(described) };
}

function knownAs(field: string): Pick<JsonSchema, 'description' | 'examples'> {
  const known = REQUEST_FIELDS[field];
  if (known === undefined) throw new Error(`neither its schema nor a table describes ${field}`);
  const { description, example } = known;
  return { description, ...(example === undefined ? {} : { examples: [example] }) };
}

/** Its own, or made of those of its parts; undefined: it has none. */
function exampleOf({
  examples,
  properties,
  items,
  anyOf,
  oneOf,
  type,
  ...rest
}: JsonSchema): unknown {
  if (examples !== undefined) return examples[0];
  if (rest['const'] !== undefined) return rest['const'];
  const [first] = anyOf ?? oneOf ?? [];
  if (first !== undefined) return exampleOf(first);
  if (items !== undefined) return [exampleOf(items)];
  if (type !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(properties ?? {})
      .map(([field, one]) => [field, exampleOf(one)])
      .filter(([, example]) => example !== undefined),
  );
}
