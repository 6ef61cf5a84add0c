/** The routes that every app has in addition to its endpoints. */
import type { Code } from '@bellwether/errors';
import { headerReferences } from './failures';
import type { JsonSchema } from './json-schema';
import type { PathItem, Referenced, Response, WrittenOperation } from './openapi';

export const OPERATIONS_TAG = {
  name: 'Operations',
  description: 'Health, figures, and the documents themselves. They take no query and no body.',
} as const;

/** A probe too needs a Host header, and has a rate limit. */
export const OPERATIONS_CODES: readonly Code[] = ['VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL'];

type Responses = WrittenOperation['responses'];

function operation(operationId: string, summary: string, responses: Responses): PathItem {
  const get: WrittenOperation = {
    operationId,
    summary,
    tags: [OPERATIONS_TAG.name],
    security: [],
    parameters: [],
    responses,
  };
  return { get };
}

const of = (
  description: string,
  type: string,
  schema: JsonSchema,
  example?: unknown,
): Response => ({
  description,
  headers: headerReferences(['X-Request-Id']),
  content: { [type]: example === undefined ? { schema } : { schema, example } },
});

const json = 'application/json';
const page: JsonSchema = { type: 'string', description: 'A page' };
const document: JsonSchema = { type: 'object', description: 'The document' };

export function operationsPaths(options: {
  readonly hasStreams: boolean;
  readonly failures: Readonly<Record<string, Referenced>>;
}): Readonly<Record<string, PathItem>> {
  const { hasStreams, failures } = options;
  const get = (operationId: string, summary: string, responses: Responses): PathItem =>
    operation(operationId, summary, { ...responses, ...failures });
  const streams = {
    '/asyncapi.json': get('asyncapi', 'The streams of this app', {
      200: of('AsyncAPI 3', json, document),
    }),
    '/docs/streams': get('docsStreams', 'The streams as a page', {
      200: of('HTML', 'text/html', page),
    }),
  };
  return {
    '/healthz': get('isAlive', 'Whether the process answers', {
      200: of('It does', json, aliveSchema, { status: 'alive' }),
    }),
    '/readyz': get('isReady', 'Whether all it needs is well, check by check', {
      200: of('Send it work', json, readySchema, exampleOfReady(true)),
      503: of('Send it none', json, readySchema, exampleOfReady(false)),
    }),
    '/metrics': get('metrics', 'Figures for Prometheus', {
      200: of('In the text format', 'text/plain', { type: 'string', description: 'Figures' }),
    }),
    '/openapi.json': get('openapi', 'This document', {
      200: of('OpenAPI 3.1', json, document),
    }),
    '/docs': get('docs', 'This document as a page', { 200: of('HTML', 'text/html', page) }),
    '/docs/style.css': get('docsStyle', 'How that page looks', {
      200: of('CSS', 'text/css', page),
    }),
    ...(hasStreams ? streams : {}),
  };
}

const field = (type: string, description: string, example: unknown): JsonSchema => ({
  type,
  description,
  examples: [example],
});
const objectOf = (
  description: string,
  properties: JsonSchema['properties'],
  optional = '',
): JsonSchema => ({
  type: 'object',
  description,
  properties: { ...properties },
  required: Object.keys({ ...properties }).filter((name) => name !== optional),
});

const aliveSchema = objectOf('The process answers', {
  status: { type: 'string', enum: ['alive'], description: 'Always `alive`' },
});
const aCheck = objectOf(
  'One check',
  {
    ok: field('boolean', 'Whether it is well', true),
    required: field('boolean', 'Whether the app is of no use without it', true),
    duration_ms: field('integer', 'How long it took, in milliseconds', 2),
    error: field('string', 'A code or a word where it is not well', 'ENGINE_UNAVAILABLE'),
  },
  'error',
);
const readySchema = objectOf('All checks', {
  ready: field('boolean', 'Whether to send it work', true),
  stopping: field('boolean', 'Whether it is about to stop', false),
  checks: { type: 'object', description: 'Each check by its name', additionalProperties: aCheck },
});
const exampleOfReady = (isReady: boolean) => ({
  ready: isReady,
  stopping: false,
  checks: { nats: { ok: isReady, required: true, duration_ms: 2 } },
});
