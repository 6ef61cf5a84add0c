/**
 * The messages of each operation of a JSON service, and of each query: schemas and examples come from the readers.
 */
import {
  ENGINE_QUERIES,
  FUNDING,
  FUNDING_OPERATIONS,
  SIGNER_ADMIN,
  SIGNER_KEY_OPERATIONS,
  queryEnvelope,
  requestEnvelope,
} from '@bellwether/bus';
import type { EngineQuery, JsonOperations } from '@bellwether/bus';
import type { AsyncMessage, JsonSchema } from '@bellwether/runtime';
import { z } from 'zod';
import { documented } from './documented-schema';

type Message = Omit<AsyncMessage, 'name'>;
type Part = 'request' | 'answer';

export const JSON_TYPE = 'application/json';

/** As `decodeJsonRequest` and `decodeQueryRequest` read it: the id for logs, and the fields under one name. */
function requestOf(name: string, envelope: z.ZodObject, asked: z.ZodType): Message {
  const { requestId, ...inner } = envelope.shape;
  const [under = ''] = Object.keys(inner);
  const whole = documented(z.strictObject({ requestId }), 'Who asks, and what for');
  const fields = documented(asked, 'The fields of the operation');
  return {
    title: name,
    summary: 'A request as JSON; bytes are lower-case hex.',
    contentType: JSON_TYPE,
    payload: {
      ...whole.schema,
      properties: { ...whole.schema.properties, [under]: fields.schema },
      required: [...(whole.schema.required ?? []), under],
    },
    examples: [{ name: 'example', payload: { ...whole.example, [under]: fields.example } }],
  };
}

export const FAILURE: JsonSchema = {
  type: 'object',
  description: 'In place of an answer: nothing was done',
  properties: {
    code: {
      type: 'string',
      description: 'A code of libs/errors',
      examples: ['VALIDATION_FAILED'],
    },
    details: { type: 'object', description: 'The facts of it', examples: [{ field: 'depth' }] },
  },
  required: ['code', 'details'],
};
const REFUSED = {
  failed: { code: 'VALIDATION_FAILED', details: { field: 'user', expected: '32 bytes of hex' } },
};

/** As `decodeJsonResponse` reads it. */
function answerOf(name: string, answer: z.ZodType): Message {
  const { schema, example } = documented(answer, 'What the operation came to');
  return {
    title: name,
    summary: 'What the operation came to, or why nothing was done; bytes are lower-case hex.',
    contentType: JSON_TYPE,
    payload: {
      type: 'object',
      description: 'One of the two',
      properties: { answer: schema, failed: FAILURE },
    },
    examples: [
      { name: 'answered', payload: { answer: example } },
      { name: 'refused', payload: REFUSED },
    ],
  };
}

export const QUERIES = Object.keys(ENGINE_QUERIES) as EngineQuery[];
export const queryMessage = (what: string): string => `query_${what}`;
export const signerMessage = (operation: string, part: Part): string =>
  `signer_keys_${operation}_${part}`;
export const fundingMessage = (operation: string, part: Part): string =>
  `funding_${operation}_${part}`;

/** Both of each operation. */
const messagesOf = (
  operations: readonly string[],
  { requests, answers }: JsonOperations,
  nameOf: (operation: string, part: Part) => string,
) =>
  operations.flatMap((operation): [string, Message][] => [
    [
      nameOf(operation, 'request'),
      requestOf(`request ${operation}`, requestEnvelope, requests[operation]!),
    ],
    [nameOf(operation, 'answer'), answerOf(`answer to ${operation}`, answers[operation]!)],
  ]);

export const SERVICE_MESSAGES: Readonly<Record<string, Message>> = Object.fromEntries([
  ...QUERIES.map((what) => [
    queryMessage(what),
    requestOf(`query ${what}`, queryEnvelope, ENGINE_QUERIES[what]),
  ]),
  ...messagesOf(SIGNER_KEY_OPERATIONS, SIGNER_ADMIN, signerMessage),
  ...messagesOf(FUNDING_OPERATIONS, FUNDING, fundingMessage),
]);
