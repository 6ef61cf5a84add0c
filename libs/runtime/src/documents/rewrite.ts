/** Changes that apply to every part of a document. */
import type { JsonSchema } from './json-schema';

export const SCHEMA_REFS = '#/components/schemas/';

const isSchema = (one: object): boolean =>
  'type' in one || '$ref' in one || 'anyOf' in one || 'oneOf' in one;

/** A JSON value with every object in it replaced, the innermost first. */
function mapObjects(value: unknown, change: (one: object) => object): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, mapObjects(one, change)]);
  return change(Object.fromEntries(entries));
}

export function withComponentRefs(schema: JsonSchema): JsonSchema {
  const changed = mapObjects(schema, (one) =>
    '$ref' in one && typeof one.$ref === 'string'
      ? { ...one, $ref: one.$ref.replace('#/$defs/', SCHEMA_REFS) }
      : one,
  );
  return changed as JsonSchema; // the same value but for its references
}

/** Writes `const` in a request as an `enum` of one value, so that all allowed values are listed in one way. */
export function withConstsListed(schema: JsonSchema): JsonSchema {
  const changed = mapObjects(schema, (one) => {
    if (!('const' in one) || !isSchema(one)) return one;
    const { const: value, ...rest } = one;
    return { ...rest, enum: [value] };
  });
  return changed as JsonSchema; // the same schema but for that one keyword
}

/** 2020-12 has `examples` in schemas, where the schemas of fields say `example`. */
export function withExamplesAsLists<T>(document: T): T {
  const changed = mapObjects(document, (one) => {
    if (!('example' in one) || !isSchema(one)) return one;
    const { example, ...rest } = one;
    return { ...rest, examples: [example] };
  });
  return changed as T; // the same document but for that one keyword
}

/**
 * Adds the defaults of named schemas to their descriptions. Generators of types treat a field with a `default` as
 * always present. That is right in an answer, but the body of a request may omit the field.
 */
export function withDefaultsInWords<T>(schemas: T): T {
  const changed = mapObjects(schemas, (one) => {
    if (!('default' in one) || !isSchema(one)) return one;
    const { default: value, ...rest } = one;
    const said = `${'description' in rest ? `${String(rest.description)}; ` : ''}absent: `;
    return { ...rest, description: `${said}\`${JSON.stringify(value)}\`` };
  });
  return changed as T; // the same schemas but for that one keyword
}
