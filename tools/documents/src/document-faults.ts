/** Gaps and contradictions of a document: one sentence each. */
import { nameOfRef, operationsOf, resolved } from '@bellwether/runtime';
import type { Components, Content, JsonSchema, OpenApiDocument } from '@bellwether/runtime';
import { z } from 'zod';

/** Fields without a description. */
export function undescribedFields(
  name: string,
  schema: JsonSchema,
  components: Components,
): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, shape]) => {
    const path = `${name}.${field}`;
    const said = resolved(shape, components).description ?? '';
    return [...(said === '' ? [path] : []), ...undescribedFields(path, shape, components)];
  });
  const parts = [schema.items, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [
    ...own,
    ...parts.flatMap((part) =>
      part === undefined ? [] : undescribedFields(name, part, components),
    ),
  ];
}

/** A cache, as many checks are equal: each operation shows the same failures. */
const judgements = new WeakMap<Components, Map<string, string | null>>();

/** @returns what is wrong with a value, by the schema in the document */
export function misfit(value: unknown, schema: JsonSchema, components: Components): string | null {
  const known = judgements.get(components) ?? new Map<string, string | null>();
  judgements.set(components, known);
  const pair = JSON.stringify([schema, value]);
  if (known.has(pair)) return known.get(pair) ?? null;
  const answer = judge(value, schema, components);
  known.set(pair, answer);
  return answer;
}

const judge = (value: unknown, schema: JsonSchema, components: Components): string | null =>
  verdictOf(value, z.fromJSONSchema(wholeSchema(schema, components)));

const judges = new WeakMap<JsonSchema, z.ZodType>();

/** As `misfit`, for many values of few schemas: each schema is read once, and results are not cached. */
export function liveMisfit(
  value: unknown,
  schema: JsonSchema,
  components: Components,
): string | null {
  const known = judges.get(schema) ?? z.fromJSONSchema(wholeSchema(schema, components));
  judges.set(schema, known);
  return verdictOf(value, known);
}

function verdictOf(value: unknown, judged: z.ZodType): string | null {
  const { error } = judged.safeParse(value);
  return error === undefined ? null : z.prettifyError(error);
}

const wholeSchema = (schema: JsonSchema, components: Components) => ({
  ...withLocalRefs(schema),
  $defs: definitionsOf(components),
});

/** Converted once, as there are thousands of examples. */
const definitions = new WeakMap<Components, z.core.JSONSchema.BaseSchema['$defs']>();
function definitionsOf(components: Components) {
  let known = definitions.get(components);
  if (known === undefined) {
    known = withLocalRefs({ $defs: components }).$defs ?? {};
    definitions.set(components, known);
  }
  return known;
}

/** Turns references to components into references within the schema, which is then self-contained. */
function withLocalRefs(schema: object): z.core.JSONSchema.BaseSchema {
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/');
  return JSON.parse(text); // the same schema
}

/** Examples of fields, bodies, answers and failures that do not match their schema. */
export function wrongExamples(document: OpenApiDocument): string[] {
  const { schemas, examples } = document.components;
  const ofSchemas = Object.entries(schemas).flatMap(([name, schema]) =>
    wrongExamplesOfFields(name, schema, schemas),
  );
  const ofOperations = operationsOf(document).flatMap(({ operation }) => {
    const { operationId, parameters, requestBody, responses } = operation;
    const contents: [string, Content][] = [
      ...Object.values(requestBody?.content ?? {}).map((one): [string, Content] => ['body', one]),
      ...Object.entries(responses).flatMap(([status, { content }]) =>
        Object.values(content ?? {}).map((one): [string, Content] => [status, one]),
      ),
    ];
    const ofParameters = parameters.flatMap(({ name, schema }) =>
      wrongExamplesOfFields(`${operationId}.${name}`, { properties: { [name]: schema } }, schemas),
    );
    const ofContents = contents.flatMap(([place, { schema, example, examples: named = {} }]) => {
      const values = Object.values(named).map(({ $ref }) => examples[nameOfRef($ref)]?.value);
      return [...(example === undefined ? [] : [example]), ...values].flatMap((value) => {
        const fault = misfit(value, schema, schemas);
        return fault === null ? [] : [`${operationId} ${place}: ${fault}`];
      });
    });
    return [...ofParameters, ...ofContents];
  });
  return [...ofSchemas, ...ofOperations];
}

function wrongExamplesOfFields(name: string, schema: JsonSchema, components: Components): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([field, shape]) => {
    const path = `${name}.${field}`;
    const own = (shape.examples ?? []).flatMap((value) => {
      const fault = misfit(value, shape, components);
      return fault === null ? [] : [`${path}: ${fault}`];
    });
    return [...own, ...wrongExamplesOfFields(path, shape, components)];
  });
}

/** Requests and answers without an example. */
export const withoutExample = (document: OpenApiDocument): string[] =>
  operationsOf(document).flatMap(({ operation }) => {
    const bodies = Object.entries(operation.requestBody?.content ?? {});
    const answers = Object.values(operation.responses).flatMap(({ content }) =>
      Object.entries(content ?? {}),
    );
    return [...bodies, ...answers]
      .filter(([type]) => type === 'application/json')
      .filter(([, { schema }]) => schema.$ref !== undefined || schema.properties !== undefined)
      .filter(([, { example }]) => example === undefined)
      .map(() => operation.operationId);
  });
