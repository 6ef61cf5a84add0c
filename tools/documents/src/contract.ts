/** The part of a document that clients depend on: without its descriptive parts. */
import { nameOfRef, operationsOf } from '@bellwether/runtime';
import type { JsonSchema, OpenApiDocument, Operation, Response } from '@bellwether/runtime';

export interface Shape {
  readonly ref?: string;
  readonly types?: readonly string[];
  readonly values?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly fields?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly alternatives?: readonly Shape[];
}

export interface OperationContract {
  readonly operationId: string;
  readonly credentials: readonly string[];
  /** By `path name` or `query name`. */
  readonly parameters: Readonly<
    Record<string, { readonly isRequired: boolean; readonly shape: Shape }>
  >;
  readonly body: Shape | null;
  /** By status; for failures, the codes. */
  readonly answers: Readonly<Record<string, Shape | null>>;
  readonly codes: Readonly<Record<string, readonly string[]>>;
}

/** By `METHOD /path`. */
export interface Contract {
  readonly operations: Readonly<Record<string, OperationContract>>;
  readonly schemas: Readonly<Record<string, Shape>>;
}

export function contractOf(document: OpenApiDocument): Contract {
  const operations = operationsOf(document).map(({ method, path, operation }) => [
    `${method.toUpperCase()} ${path}`,
    operationContract(operation),
  ]);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    shapeOf(schema),
  ]);
  return { operations: Object.fromEntries(operations), schemas: Object.fromEntries(schemas) };
}

function operationContract(operation: Operation): OperationContract {
  const { operationId, parameters, requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([, one]) => codesOf(one).length === 0);
  const failures = Object.entries(responses).filter(([, one]) => codesOf(one).length > 0);
  const body = requestBody?.content['application/json'];
  return {
    operationId,
    credentials: operation.security.flatMap((one) => Object.keys(one)).toSorted(),
    parameters: Object.fromEntries(
      parameters.map(({ name, in: place, required, schema }) => [
        `${place} ${name}`,
        { isRequired: required === true, shape: shapeOf(schema) },
      ]),
    ),
    body: body === undefined ? null : shapeOf(body.schema),
    answers: Object.fromEntries(successes.map(([status, one]) => [status, answerOf(one)])),
    codes: Object.fromEntries(failures.map(([status, one]) => [status, codesOf(one)])),
  };
}

function answerOf({ content }: Response): Shape | null {
  const [first] = Object.values(content ?? {});
  return first === undefined ? null : shapeOf(first.schema);
}

export const codesOf = ({ content }: Response): string[] =>
  Object.values(content ?? {}).flatMap(({ examples }) => Object.keys(examples ?? {}));

/** The schema without texts, examples and the order of fields. */
export function shapeOf(schema: JsonSchema): Shape {
  const { $ref, type, properties, required, items } = schema;
  const alternatives = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  return {
    ...($ref === undefined ? {} : { ref: nameOfRef($ref) }),
    ...(type === undefined ? {} : { types: [type].flat().toSorted() }),
    ...(schema.enum === undefined ? {} : { values: schema.enum }),
    ...numberOf(schema, 'minimum'),
    ...numberOf(schema, 'maximum'),
    ...(typeof schema['pattern'] === 'string' ? { pattern: schema['pattern'] } : {}),
    ...(properties === undefined ? {} : { fields: shapesOf(properties) }),
    ...(required === undefined ? {} : { required: required.toSorted() }),
    ...(items === undefined ? {} : { items: shapeOf(items) }),
    ...(alternatives === undefined ? {} : { alternatives: alternatives.map(shapeOf) }),
  };
}

const shapesOf = (properties: Readonly<Record<string, JsonSchema>>) =>
  Object.fromEntries(
    Object.entries(properties)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, shapeOf(schema)]),
  );

function numberOf(schema: JsonSchema, keyword: 'minimum' | 'maximum') {
  const value = schema[keyword];
  return typeof value === 'number' ? { [keyword]: value } : {};
}
