/** Checks that an answer is one the document allows: status, shape, and no undocumented field. */
import { operationsOf } from '@bellwether/runtime';
import type { JsonSchema, OpenApiDocument, PlacedOperation } from '@bellwether/runtime';
import { codesOf } from './contract';
import { liveMisfit } from './document-faults';

export interface SeenAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** @returns what is wrong with it, `null` if nothing is */
export function undocumented(
  { operation }: PlacedOperation,
  { components }: OpenApiDocument,
  answer: SeenAnswer,
): string | null {
  const response = operation.responses[answer.status];
  if (response === undefined) return `${operation.operationId} answers ${answer.status}`;
  const codes = codesOf(response);
  const code = codeIn(answer.body);
  if (codes.length > 0 && !codes.includes(code)) return `${operation.operationId} answers ${code}`;
  const content = response.content?.['application/json'];
  if (content === undefined) return null;
  if (codes.length > 0) return liveMisfit(answer.body, content.schema, components.schemas);
  const schemas = closedComponents(components.schemas);
  return liveMisfit(answer.body, closedSchema(content.schema), schemas);
}

/** The code of a failure; `undefined` as text if there is none. */
export function codeIn(body: unknown): string {
  const { error } = Object(body);
  const { code } = Object(error);
  return String(code);
}

const closedOnce = new WeakMap<object, Readonly<Record<string, JsonSchema>>>();
function closedComponents(schemas: Readonly<Record<string, JsonSchema>>) {
  const known = closedOnce.get(schemas);
  if (known !== undefined) return known;
  const made = Object.fromEntries(
    Object.entries(schemas).map(([name, one]) => [name, closed(one)]),
  );
  closedOnce.set(schemas, made);
  return made;
}

const closedSchemas = new WeakMap<JsonSchema, JsonSchema>();
function closedSchema(schema: JsonSchema): JsonSchema {
  const known = closedSchemas.get(schema) ?? closed(schema);
  closedSchemas.set(schema, known);
  return known;
}

/** Clients must accept new fields; in a test of the document an undocumented field is a fault. */
function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, closed(one)]),
          ),
          additionalProperties: schema['additionalProperties'] ?? false,
        }),
    ...(items === undefined ? {} : { items: closed(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(closed) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(closed) }),
  };
}

/** The operation that a request reaches: a literal path takes precedence over one with parameters. */
export function operationOf(
  document: OpenApiDocument,
  method: string,
  target: string,
): PlacedOperation | undefined {
  // As `fetch` sends it.
  const segments = new URL(`http://x${target}`).pathname.split('/');
  const fits = placedIn(document).filter((one) => {
    const parts = one.path.split('/');
    return (
      one.method === method.toLowerCase() &&
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith('{') || part === segments[at])
    );
  });
  const parameters = ({ path }: PlacedOperation) => path.split('{').length;
  return fits.toSorted((a, b) => parameters(a) - parameters(b))[0];
}

const placed = new WeakMap<OpenApiDocument, readonly PlacedOperation[]>();
function placedIn(document: OpenApiDocument): readonly PlacedOperation[] {
  const known = placed.get(document) ?? operationsOf(document);
  placed.set(document, known);
  return known;
}
