/** Makes OpenAPI 3.1 of an app's endpoints, and of the routes that every app has. */
import type { Code } from '@bellwether/errors';
import type { z } from 'zod';
import type { EndpointTerms } from '../endpoints/endpoint';
import type { Credential, DocumentsOptions } from './documents-options';
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
  withConstsListed,
  withDefaultsInWords,
  withExamplesAsLists,
} from './rewrite';
import { exampleOf } from './schema-reader';

const JSON_TYPE = 'application/json';
const FAILURE = 'Failure';
const WRAPPED_FAILURE = 'WrappedFailure';
const UPGRADED = 'The connection is a WebSocket from now on.';

export function openApiDocument(options: DocumentsOptions): OpenApiDocument {
  const { title, description, version } = options;
  const builder = new DocumentBuilder(options);
  const paths = { ...builder.paths(), ...builder.operations() };
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title, description, version },
    servers: [{ url: '/', description: 'Where this document comes from' }],
    tags: [...options.tags, OPERATIONS_TAG],
    paths: sortedByTag(paths, options),
    components: {
      schemas: withDefaultsInWords(sorted(builder.schemas)),
      responses: builder.responses(),
      headers: HEADERS,
      examples: builder.examples(),
      securitySchemes: securitySchemes(options),
    },
  };
  return withExamplesAsLists(document);
}

class DocumentBuilder {
  readonly schemas: Record<string, JsonSchema> = {};
  private readonly used = new Map<string, { code: Code; isWrapped: boolean }>();
  private readonly failed: Record<string, Response> = {};

  constructor(private readonly options: DocumentsOptions) {
    this.named(options.failure);
    this.named(options.wrappedFailure);
    for (const schema of options.schemas ?? []) this.named(schema);
  }

  paths(): Record<string, PathItem> {
    const items: Record<string, Partial<Record<HttpMethod, WrittenOperation>>> = {};
    for (const endpoint of this.options.endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      items[path] = { ...items[path], [methodOf(endpoint)]: this.operation(endpoint) };
    }
    return Object.fromEntries(Object.entries(items).map(([path, item]) => [path, byMethod(item)]));
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

  private operation(endpoint: EndpointTerms): WrittenOperation {
    const { id, tag, summary, description, caller, status = 200 } = endpoint;
    const parameters = this.parametersOf(endpoint);
    const body = this.bodyOf(endpoint);
    const credential = this.options.credentials[caller?.credential ?? ''];
    const codes = codesOf({
      parameters,
      body,
      content: endpoint.body === undefined ? contentOf(endpoint) : 'read',
      components: this.schemas,
      credentialCodes: credential?.codes ?? [],
      ownCodes: endpoint.codes ?? [],
    });
    return {
      operationId: id,
      summary,
      ...(description === undefined ? {} : { description }),
      tags: [tag],
      security: securityOf(credential),
      parameters,
      ...(body === undefined ? {} : { requestBody: this.requestBody(body) }),
      responses: {
        [status]: this.success(endpoint),
        ...this.failures(codes, endpoint.wraps === true),
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

  private parametersOf({ parameters = {}, query }: EndpointTerms): Parameter[] {
    const { properties = {}, required = [] } =
      query === undefined ? {} : this.named(query, 'input');
    return [
      ...Object.entries(parameters).map(([name, schema]) =>
        parameterOf(name, 'path', true, this.named(schema, 'input')),
      ),
      ...Object.entries(properties).map(([name, schema]) =>
        parameterOf(name, 'query', required.includes(name), schema),
      ),
    ];
  }

  /** A body without fields may be omitted, so the document does not describe it. */
  private bodyOf({ body }: EndpointTerms): JsonSchema | undefined {
    const schema = body === undefined ? body : this.named(body, 'input');
    const isEmpty = schema?.properties !== undefined && Object.keys(schema.properties).length === 0;
    return isEmpty ? undefined : schema;
  }

  private requestBody(schema: JsonSchema) {
    const example = exampleOf(schema, this.schemas);
    return { required: true, content: { [JSON_TYPE]: { schema, example } } };
  }

  private success({ answer, repeats, wraps }: EndpointTerms): Response {
    if (answer === undefined) {
      return { description: UPGRADED, headers: headerReferences(['X-Request-Id']) };
    }
    const data = this.named(answer);
    const schema: JsonSchema = wraps === true ? wrappedSchema(data) : data;
    const headers = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    headers.push('RateLimit-Policy', ...(repeats === true ? ['Idempotent-Replay'] : []));
    const { description = '' } = this.schemas[data.$ref?.slice(SCHEMA_REFS.length) ?? ''] ?? data;
    const example = exampleOf(schema, this.schemas);
    return {
      description,
      headers: headerReferences(headers),
      content: { [JSON_TYPE]: { schema, example } },
    };
  }

  /** A schema whose named parts are components. */
  private named(written: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
    const { schema, components } = jsonSchemaOf(written, io);
    const finished = (made: JsonSchema) =>
      withComponentRefs(io === 'input' ? withConstsListed(made) : made);
    for (const [name, component] of Object.entries(components)) {
      this.schemas[name] = finished(component);
    }
    return finished(schema);
  }
}

function parameterOf(
  name: string,
  place: Parameter['in'],
  required: boolean,
  { description, ...schema }: JsonSchema,
): Parameter {
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

const methodOf = ({ method }: EndpointTerms): HttpMethod => method.toLowerCase() as HttpMethod;

const byMethod = (item: PathItem): PathItem =>
  Object.fromEntries(
    HTTP_METHODS.flatMap((method) => (item[method] === undefined ? [] : [[method, item[method]]])),
  );

const contentOf = ({ method }: EndpointTerms) => (method === 'GET' ? 'none' : 'passed_over');

const wrappedSchema = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    success: { type: 'boolean', enum: [true], description: 'Always true' },
    data,
  },
  required: ['success', 'data'],
});

function securityOf(credential: Credential | undefined) {
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

/** Sorted by the order of the tags, then by declaration. */
function sortedByTag(paths: Readonly<Record<string, PathItem>>, { tags }: DocumentsOptions) {
  const order = [...tags.map(({ name }) => name), OPERATIONS_TAG.name];
  const place = (item: PathItem): number => {
    const [first] = HTTP_METHODS.flatMap((method) => item[method] ?? []);
    return order.indexOf(first?.tags[0] ?? '');
  };
  return Object.fromEntries(Object.entries(paths).toSorted(([, a], [, b]) => place(a) - place(b)));
}
