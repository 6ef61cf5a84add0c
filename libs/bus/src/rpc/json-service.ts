/**
 * Requests and answers as JSON, for administration and funding: `{requestId, request}` there, `{answer}` or
 * `{failed: {code, details}}` back. A service is described once, as a contract; client and server follow from it.
 */
import { fromHex, toHex } from '@bellwether/codec';
import { CodedError, isCode } from '@bellwether/errors';
import type { Code, ErrorDetails } from '@bellwether/errors';
import { z } from 'zod';
import { fields, readAs, textOrEmpty } from './fields';
import { MAX_REQUEST_ID_BYTES } from '../limits';

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

/** The operations of a service: request and answer of each. */
export type JsonOperations<O> = {
  readonly [K in keyof O]: { readonly request: object; readonly answer: object };
};

export type RequestOf<O extends JsonOperations<O>, K extends keyof O> = O[K]['request'];
export type AnswerOf<O extends JsonOperations<O>, K extends keyof O> = O[K]['answer'];

export interface JsonContract<O extends JsonOperations<O>> {
  /** For the log. */
  readonly name: string;
  subjectOf(operation: keyof O & string): string;
  /** Servers share the requests under this queue group: each reaches one of them. */
  readonly queue: string;
  /** How the server reads each request: strictly, even if the client checked it. */
  readonly requests: { readonly [K in keyof O]: z.ZodType<RequestOf<O, K>> };
  /** Fields of answers that hold bytes, with their length; they travel as lower-case hex. */
  readonly byteFields: ReadonlyMap<string, number>;
  /** Nothing was done. */
  readonly unavailable: Code;
  /** Operations without effect: a missing answer leaves no open outcome. The outcome of others is unknown. */
  readonly harmless: ReadonlySet<keyof O & string>;
  timeoutMs(operation: keyof O & string): number;
  /** Requests one server works on at once; the rest is refused as OVERLOADED. */
  readonly maxUnderWay: number;
}

/** One function an operation. A thrown `CodedError` reaches the caller as it is; anything else is INTERNAL. */
export type JsonHandlers<O extends JsonOperations<O>> = {
  readonly [K in keyof O]: (
    request: RequestOf<O, K>,
    context: { readonly requestId: string },
  ) => Promise<AnswerOf<O, K>>;
};

export type JsonResponse<A> =
  | { readonly answer: A }
  | { readonly failed: { readonly code: Code; readonly details: ErrorDetails } };

const bytesAsHex = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? toHex(value) : value;

const toJson = (value: unknown): Uint8Array =>
  utf8Encoder.encode(JSON.stringify(value, bytesAsHex));

export const encodeJsonRequest = (request: object, requestId: string): Uint8Array =>
  toJson({ requestId, request });

export const encodeJsonAnswer = (answer: object): Uint8Array => toJson({ answer });

export const encodeJsonFailure = (code: Code, details: ErrorDetails): Uint8Array =>
  toJson({ failed: { code, details } });

/** @throws SyntaxError where it is neither an answer nor a failure */
export function decodeJsonResponse<A>(
  bytes: Uint8Array,
  byteFields: ReadonlyMap<string, number>,
): JsonResponse<A> {
  const revive = (key: string, value: unknown): unknown => {
    const length = byteFields.get(key);
    if (length === undefined || value === null) return value;
    const revived = typeof value === 'string' ? fromHex(value, length) : undefined;
    if (revived === undefined) throw new SyntaxError(`${key} is not ${length} bytes of hex`);
    return revived;
  };
  const text = utf8Decoder.decode(bytes);
  const plain: unknown = JSON.parse(text);
  if (typeof plain !== 'object' || plain === null) throw new SyntaxError('not an object');
  if ('answer' in plain) {
    // The server wrote this from the same type.
    return JSON.parse(text, revive) as JsonResponse<A>;
  }
  const { code, details } = Object('failed' in plain ? plain.failed : {}) as {
    code?: unknown;
    details?: unknown;
  };
  if (typeof code === 'string' && isCode(code)) {
    return { failed: { code, details: { ...Object(details) } } };
  }
  throw new SyntaxError('neither an answer nor a failure');
}

export const requestEnvelope = fields({
  requestId: textOrEmpty(MAX_REQUEST_ID_BYTES),
  request: z.record(z.string(), z.unknown(), { error: 'an object' }),
});

/**
 * A request whose fields are not read yet.
 * @throws CodedError VALIDATION_FAILED, UNKNOWN_FIELD
 */
export function decodeJsonRequest(bytes: Uint8Array): z.output<typeof requestEnvelope> {
  return readAs(requestEnvelope, parsed(bytes));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8Decoder.decode(bytes));
  } catch (cause) {
    const details = { field: 'request', expected: 'JSON of a request' };
    throw new CodedError('VALIDATION_FAILED', details, { cause });
  }
}
