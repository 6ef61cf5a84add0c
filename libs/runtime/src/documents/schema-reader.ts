/** Reads the schemas of a finished document: references, examples, fields. */
import type { JsonSchema } from './json-schema';

export type Components = Readonly<Record<string, JsonSchema>>;

/** Deeper than any answer. A recursive schema ends here. */
const MAX_DEPTH = 12;

export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Resolves a reference. Keywords beside the reference override those that it refers to. */
export function resolved(schema: JsonSchema, components: Components): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...resolved(components[nameOfRef($ref)] ?? {}, components), ...beside };
}

/** An example of the whole, composed of its parts' examples. `undefined` if a part has none. */
export function exampleOf(schema: JsonSchema, components: Components, depth = 0): unknown {
  const whole = resolved(schema, components);
  const given = [whole.examples?.[0], whole['example'], whole['const']].find(
    (one) => one !== undefined,
  );
  if (given !== undefined || depth > MAX_DEPTH) return given;
  if (whole.enum?.length === 1) return whole.enum[0];
  const [first] = whole.oneOf ?? whole.anyOf ?? whole.allOf ?? [];
  if (first !== undefined) return exampleOf(first, components, depth + 1);
  if (whole.items !== undefined) {
    const item = exampleOf(whole.items, components, depth + 1);
    return item === undefined ? [] : [item];
  }
  if (whole.properties === undefined) return undefined;
  return exampleOfFields(whole, components, depth);
}

function exampleOfFields(whole: JsonSchema, components: Components, depth: number) {
  const fields = Object.entries(whole.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = whole.required?.includes(name) === true;
    if (!isRequired && !hasExample(field, components)) return [];
    return [[name, exampleOf(field, components, depth + 1)]];
  });
  return Object.fromEntries(fields);
}

/** An optional field is shown if it, or a part of it, has an example. */
function hasExample(field: JsonSchema, components: Components): boolean {
  const { examples, properties, items, ...rest } = resolved(field, components);
  return [examples, rest['example'], properties, items].some((one) => one !== undefined);
}

/** Every schema in this one, itself first. With `components`, references are followed. */
export function* schemasIn(
  schema: JsonSchema,
  components: Components = {},
  seen: Set<string> = new Set(),
): Generator<JsonSchema> {
  yield schema;
  const { $ref, items, properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
  const parts = [...Object.values(properties), ...anyOf, ...oneOf, ...allOf];
  if (items !== undefined) parts.push(items);
  for (const part of parts) yield* schemasIn(part, components, seen);
  if ($ref === undefined || seen.has($ref)) return;
  seen.add($ref);
  const target = components[nameOfRef($ref)];
  if (target !== undefined) yield* schemasIn(target, components, seen);
}
