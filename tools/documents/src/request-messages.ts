/**
 * A message for each operation of a JSON service and for each query: schema and example come from the server's reader.
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
import type { EngineQuery } from '@bellwether/bus';
import type { AsyncMessage } from '@bellwether/runtime';
import { z } from 'zod';
import { documentedRequest } from './request-schema';

type Message = Omit<AsyncMessage, 'name'>;

/** As `decodeJsonRequest` and `decodeQueryRequest` read it: the id for logs, and the fields under one name. */
function messageOf(name: string, envelope: z.ZodObject, asked: z.ZodType): Message {
  const { requestId, ...inner } = envelope.shape;
  const [under = ''] = Object.keys(inner);
  const whole = documentedRequest(z.strictObject({ requestId }), 'Who asks, and what for');
  const fields = documentedRequest(asked, 'The fields of the operation');
  return {
    title: name,
    summary: 'A request as JSON; bytes are lower-case hex.',
    contentType: 'application/json',
    payload: {
      ...whole.schema,
      properties: { ...whole.schema.properties, [under]: fields.schema },
      required: [...(whole.schema.required ?? []), under],
    },
    examples: [{ name: 'example', payload: { ...whole.example, [under]: fields.example } }],
  };
}

export const QUERIES = Object.keys(ENGINE_QUERIES) as EngineQuery[];
export const queryMessage = (what: string): string => `query_${what}`;
export const signerRequest = (operation: string): string => `signer_keys_${operation}_request`;
export const fundingRequest = (operation: string): string => `funding_${operation}_request`;

export const REQUEST_MESSAGES: Readonly<Record<string, Message>> = Object.fromEntries([
  ...QUERIES.map((what) => [
    queryMessage(what),
    messageOf(`query ${what}`, queryEnvelope, ENGINE_QUERIES[what]),
  ]),
  ...SIGNER_KEY_OPERATIONS.map((operation) => [
    signerRequest(operation),
    messageOf(`request ${operation}`, requestEnvelope, SIGNER_ADMIN.requests[operation]),
  ]),
  ...FUNDING_OPERATIONS.map((operation) => [
    fundingRequest(operation),
    messageOf(`request ${operation}`, requestEnvelope, FUNDING.requests[operation]),
  ]),
]);
