/**
 * A message for each operation of a JSON service and for each query: schema and example come from the server's reader.
 */
import {
  ENGINE_QUESTIONS,
  FUNDING,
  FUNDING_OPERATIONS,
  MAX_REQUEST_ID_BYTES,
  SIGNER_ADMIN,
  SIGNER_KEY_OPERATIONS,
} from '@bellwether/bus';
import type { EngineQuery, JsonFields } from '@bellwether/bus';
import type { AsyncMessage } from '@bellwether/runtime';
import { recordedRequest } from './recorded-fields';

type Message = Omit<AsyncMessage, 'name'>;

/** As `decodeJsonRequest` and `decodeQueryRequest` read it: the id for logs, and the fields under one name. */
function messageOf(
  name: string,
  inner: 'request' | 'params',
  read: (fields: JsonFields) => unknown,
): Message {
  const envelope = recordedRequest((fields) => {
    if (inner === 'params') fields.has('requestId');
    fields.textOrEmpty('requestId', MAX_REQUEST_ID_BYTES);
  }, 'Who asks, and what for');
  const { schema, example } = envelope;
  const asked = recordedRequest(read, 'The fields of the operation');
  return {
    title: name,
    summary: 'A request as JSON; bytes are lower-case hex.',
    contentType: 'application/json',
    payload: {
      ...schema,
      properties: { ...schema.properties, [inner]: asked.schema },
      required: [...(schema.required ?? []), inner],
    },
    examples: [{ name: 'example', payload: { ...example, [inner]: asked.example } }],
  };
}

export const QUESTIONS = Object.keys(ENGINE_QUESTIONS) as EngineQuery[];
export const questionMessage = (what: string): string => `question_${what}`;
export const signerRequest = (operation: string): string => `signer_keys_${operation}_request`;
export const fundingRequest = (operation: string): string => `funding_${operation}_request`;

export const REQUEST_MESSAGES: Readonly<Record<string, Message>> = Object.fromEntries([
  ...QUESTIONS.map((what) => [
    questionMessage(what),
    messageOf(`question ${what}`, 'params', ENGINE_QUESTIONS[what]),
  ]),
  ...SIGNER_KEY_OPERATIONS.map((operation) => [
    signerRequest(operation),
    messageOf(`request ${operation}`, 'request', SIGNER_ADMIN.requests[operation]),
  ]),
  ...FUNDING_OPERATIONS.map((operation) => [
    fundingRequest(operation),
    messageOf(`request ${operation}`, 'request', FUNDING.requests[operation]),
  ]),
]);
