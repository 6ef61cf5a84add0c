/**
 * Requests and answers as JSON, for administration and funding: `{requestId, request}` there, `{answer}` or
 * `{failed: {code, details}}` back. A service is described once, as a contract of schemas: client, server, types and
 * documents follow from it.
 */
import { CodedError } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import { z } from 'zod';
import { fields, readAs, textOrEmpty } from './fields';
import { failureIn, fromJson, toJson } from './json';
import type { Failure } from './json';
import { MAX_REQUEST_ID_BYTES } from '../limits';

/** The schemas of a service by operation. The server reads requests by them strictly, the client answers. */
export interface JsonOperations {
  readonly requests: Readonly<Record<string, z.ZodType>>;
  readonly answers: Readonly<Record<string, z.ZodType>>;
}

export type OperationOf<O extends JsonOperations> = keyof O['requests'] &
  keyof O['answers'] &
  string;

/** What both sides agree on beside the schemas. */
export interface JsonService<Operation extends string> {
  /** For the log. */
  readonly name: string;
  subjectOf(operation: Operation): string;
  /** Servers share the requests under this queue group: each reaches one of them. */
  readonly queue: string;
  /** Nothing was done. */
  readonly unavailable: Code;
  /** Operations without effect: a missing answer leaves no open outcome. The outcome of others is unknown. */
  readonly harmless: ReadonlySet<Operation>;
  timeoutMs(operation: Operation): number;
  /** Requests one server works on at once; the rest is refused as OVERLOADED. */
  readonly maxUnderWay: number;
}

export type JsonContract<O extends JsonOperations> = O & JsonService<OperationOf<O>>;

/** What a schema reads, which nobody changes. */
type Read<T> = T extends Uint8Array
  ? Uint8Array
  : T extends readonly (infer E)[]
    ? readonly Read<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Read<T[K]> }
      : T;

export type RequestOf<O extends JsonOperations, K extends OperationOf<O>> = Read<
  z.output<O['requests'][K]>
>;
export type AnswerOf<O extends JsonOperations, K extends OperationOf<O>> = Read<
  z.output<O['answers'][K]>
>;

/** One function an operation. A thrown `CodedError` reaches the caller as it is; anything else is INTERNAL. */
export type JsonHandlers<O extends JsonOperations> = {
  readonly [K in OperationOf<O>]: (
    request: RequestOf<O, K>,
    context: { readonly requestId: string },
  ) => Promise<AnswerOf<O, K>>;
};

export const encodeJsonRequest = (request: unknown, requestId: string): Uint8Array =>
  toJson({ requestId, request });

export const encodeJsonAnswer = (answer: unknown): Uint8Array => toJson({ answer });

/** @throws SyntaxError where it is neither an answer as the schema has it nor a failure */
export function decodeJsonResponse<A>(
  bytes: Uint8Array,
  schema: z.ZodType<A>,
): { readonly answer: A } | Failure {
  const response = fromJson(bytes);
  const failure = failureIn(response);
  if (failure !== null) return failure;
  const read = schema.safeParse(Reflect.get(Object(response), 'answer'));
  if (read.success) return { answer: read.data };
  throw new SyntaxError('neither an answer nor a failure', { cause: read.error });
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
    return fromJson(bytes);
  } catch (cause) {
    const details = { field: 'request', expected: 'JSON of a request' };
    throw new CodedError('VALIDATION_FAILED', details, { cause });
  }
}
