/**
 * OpenAPI 3.1 of a running application: Nest's swagger module reads the controllers (paths, methods, parameters and their
 * schemas), and what it cannot know is added here: answers, codes, headers, credentials, examples.
 */
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { Code } from '@bellwether/errors';
import { z } from 'zod';
import { CREDENTIAL, ENDPOINT_NUMBER, WRAPS_ANSWERS, endpointNumbered } from './answers';
import type { DescribedEndpoint } from './answers';
import type { DocumentsOptions } from './documents-options';
import {
  codesOf,
  exampleName,
  failureExample,
  failureResponses,
  headerReferences,
} from './failures';
import { HEADERS } from './headers';
import { jsonSchemaOf } from './json-schema';
import type { JsonSchema } from './json-schema';
import { HTTP_METHODS } from './openapi';
import type {
  HttpMethod,
  OpenApiDocument,
  Parameter,
  PathItem,
  Referenced,
  Response,
  WrittenOperation,
} from './openapi';
import { OPERATIONS_CODES, OPERATIONS_TAG, operationsPaths } from './operations-documented';
import {
  SCHEMA_REFS,
  withComponentRefs,
  withDefaultsInWords,
  withExamplesAsLists,
} from './rewrite';
import { exampleOf } from './schema-reader';

const JSON_TYPE = 'application/json';
const FAILURE = 'Failure';
const WRAPPED_FAILURE = 'WrappedFailure';
const UPGRADED = 'The connection is a WebSocket from now on.';

/** An operation as the swagger module leaves it. */
interface RawOperation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonSchema }>> };
  readonly [ENDPOINT_NUMBER]?: { readonly number: number };
  readonly [WRAPS_ANSWERS]?: object;
  readonly [CREDENTIAL]?: { readonly name: string };
}
type RawPaths = Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;

/** @throws Error where an endpoint says nothing of its answers */
export function openApiDocument(
  application: NestFastifyApplication,
  options: DocumentsOptions,
): OpenApiDocument {
  const { title, description, version } = options;
  const raw = SwaggerModule.createDocument(
    application,
    { openapi: '3.1.0', info: { title, version } },
    {
      autoTagControllers: false,
      standardSchemaConverter: (schema, { schemaType }) =>
        schema instanceof z.ZodType ? converted(schema, schemaType) : undefined,
    },
  );
  // Made by the converter below, and of its types.
  const schemas = { ...raw.components?.schemas } as Record<string, JsonSchema>;
  const builder = new DocumentBuilder(options, schemas);
  const paths = builder.paths(raw.paths as unknown as RawPaths);
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title, description, version },
    servers: [{ url: '/', description: 'Where this document comes from' }],
    tags: [...options.tags, OPERATIONS_TAG],
    paths: sortedByTag({ ...paths, ...builder.operations() }, options),
    components: {
      schemas: withDefaultsInWords(sorted(schemas)),
      responses: builder.responses(),
      headers: HEADERS,
      examples: builder.examples(),
      securitySchemes: securitySchemes(options),
    },
  };
  return withExamplesAsLists(document);
}

function converted(schema: z.ZodType, io: 'input' | 'output') {
  const { schema: made, components } = jsonSchemaOf(schema, io);
  return { schema: made, components: { ...components } };
}

class DocumentBuilder {
  private readonly used = new Map<string, { code: Code; isWrapped: boolean }>();
  private readonly failed: Record<string, Response> = {};

  constructor(
    private readonly options: DocumentsOptions,
    private readonly schemas: Record<string, JsonSchema>,
  ) {
    this.named(options.failure);
    this.named(options.wrappedFailure);
  }

  paths(raw: RawPaths): Record<string, PathItem> {
    const items = Object.entries(raw).map(([path, item]) => {
      const operations = HTTP_METHODS.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [[method, this.operation(operation, method)]];
      });
      return [path, Object.fromEntries(operations)];
    });
    return Object.fromEntries(items);
  }

  operations(): Readonly<Record<string, PathItem>> {
    const failures = this.failures(OPERATIONS_CODES, false);
    return operationsPaths({ hasStreams: this.options.streams !== undefined, failures });
  }

  examples() {
    const entries = [...this.used].map(([name, { code, isWrapped }]) => [
      name,
      failureExample(code, isWrapped),
    ]);
    return sorted<ReturnType<typeof failureExample>>(Object.fromEntries(entries));
  }

  responses() {
    return sorted(this.failed);
  }

  private operation(raw: RawOperation, method: HttpMethod): WrittenOperation {
    const endpoint = endpointNumbered(raw[ENDPOINT_NUMBER]?.number ?? -1);
    if (endpoint === undefined) throw new Error(`${raw.operationId} does not say what it answers`);
    const isWrapped = raw[WRAPS_ANSWERS] !== undefined;
    const credential = raw[CREDENTIAL]?.name ?? this.options.usualCredential;
    const parameters = (raw.parameters ?? []).map((one) => this.parameter(one));
    const body = this.bodyOf(raw);
    const { summary, description, operationId, codes: ownCodes = [] } = endpoint;
    const codes = codesOf({
      parameters,
      body,
      content: raw.requestBody === undefined ? contentOf(method) : 'read',
      components: this.schemas,
      credentialCodes: this.options.credentials[credential ?? '']?.codes ?? [],
      ownCodes,
    });
    const { status = 200 } = endpoint;
    return {
      operationId,
      summary,
      ...(description === undefined ? {} : { description }),
      tags: raw.tags ?? [],
      security: securityOf(this.options, credential),
      parameters,
      ...(body === undefined ? {} : { requestBody: this.requestBody(body) }),
      responses: {
        [status]: this.success(endpoint, isWrapped),
        ...this.failures(codes, isWrapped),
      },
    };
  }

  private failures(codes: readonly Code[], isWrapped: boolean): Record<string, Referenced> {
    for (const code of codes) this.used.set(exampleName(code, isWrapped), { code, isWrapped });
    const shape = { name: isWrapped ? WRAPPED_FAILURE : FAILURE, isWrapped };
    const references = failureResponses(codes, shape).map(({ status, name, response }) => {
      this.failed[name] = response;
      return [status, { $ref: `#/components/responses/${name}` }];
    });
    return Object.fromEntries(references);
  }

  private parameter({ name, in: place, required, description, schema }: Parameter): Parameter {
    const { description: said = description, ...rest } = schema;
    return {
      name,
      in: place,
      required: required ?? false,
      ...(said === undefined ? {} : { description: said }),
      schema: rest,
    };
  }

  /** A body that has no fields need not be sent, and is not worth a chapter. */
  private bodyOf(raw: RawOperation): JsonSchema | undefined {
    const schema = raw.requestBody?.content[JSON_TYPE]?.schema;
    const isEmpty = schema?.properties !== undefined && Object.keys(schema.properties).length === 0;
    return isEmpty ? undefined : schema;
  }

  private requestBody(schema: JsonSchema) {
    const example = exampleOf(schema, this.schemas);
    return { required: true, content: { [JSON_TYPE]: { schema, example } } };
  }

  private success({ answer, repeats = false }: DescribedEndpoint, isWrapped: boolean): Response {
    if (answer === undefined) {
      return { description: UPGRADED, headers: headerReferences(['X-Request-Id']) };
    }
    const data = this.named(answer);
    const schema: JsonSchema = isWrapped ? wrappedSchema(data) : data;
    const headers = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    headers.push('RateLimit-Policy', ...(repeats ? ['Idempotent-Replay'] : []));
    const { description = '' } = this.schemas[data.$ref?.slice(SCHEMA_REFS.length) ?? ''] ?? data;
    const example = exampleOf(schema, this.schemas);
    return {
      description,
      headers: headerReferences(headers),
      content: { [JSON_TYPE]: { schema, example } },
    };
  }

  /** The schema of an answer, its names among the components. */
  private named(answer: z.ZodType): JsonSchema {
    const { schema, components } = jsonSchemaOf(answer, 'output');
    for (const [name, component] of Object.entries(components)) {
      this.schemas[name] = withComponentRefs(component);
    }
    return withComponentRefs(schema);
  }
}

const contentOf = (method: HttpMethod) => (method === 'get' ? 'none' : 'passed_over');

const wrappedSchema = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    success: { type: 'boolean', enum: [true], description: 'Always true' },
    data,
  },
  required: ['success', 'data'],
});

function securityOf({ credentials }: DocumentsOptions, name: string | undefined) {
  const credential = credentials[name ?? ''];
  if (credential === undefined) return [];
  return [Object.fromEntries(Object.keys(credential.headers).map((header) => [header, []]))];
}

function securitySchemes({ credentials }: DocumentsOptions) {
  const schemes = Object.values(credentials).flatMap(({ headers }) =>
    Object.entries(headers).map(([name, description]) => [
      name,
      { type: 'apiKey', in: 'header', name, description },
    ]),
  );
  return Object.fromEntries(schemes);
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** By the order of the tags, then as they were declared. */
function sortedByTag(paths: Readonly<Record<string, PathItem>>, { tags }: DocumentsOptions) {
  const order = [...tags.map(({ name }) => name), OPERATIONS_TAG.name];
  const place = (item: PathItem): number => {
    const [first] = HTTP_METHODS.flatMap((method) => item[method] ?? []);
    return order.indexOf(first?.tags[0] ?? '');
  };
  return Object.fromEntries(Object.entries(paths).toSorted(([, a], [, b]) => place(a) - place(b)));
}
