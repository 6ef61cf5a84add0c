import { OPERATIONS, isOperationName, operationEnvelope } from '@bellwether/api';
import type { OperationBody, OperationName } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { parseJson, parsePlainJson, validated, validationError } from '@bellwether/runtime';

export interface OperationRequest<N extends OperationName = OperationName> {
  readonly op: N;
  readonly id: string;
  /** Parses as its endpoint does. @throws CodedError what its endpoint would answer */
  readonly body: () => OperationBody<N>;
}

/** A message that names an operation, or the fault around the operation. */
export type ReadOperation =
  | { readonly request: OperationRequest }
  | { readonly id: string | null; readonly error: CodedError };

/** Undefined: it is no operation, and is parsed as any other message. */
export function readOperation(bytes: Buffer): ReadOperation | undefined {
  const plain = parsePlainJson(bytes);
  const input = plain ?? strictly(bytes);
  if (!namesOperation(input)) return undefined;
  const envelope = operationEnvelope.safeParse(input);
  if (!envelope.success) {
    const id = 'id' in input && typeof input.id === 'string' ? input.id : null;
    return { id, error: validationError(envelope.error.issues, input, 'message') };
  }
  const { op, id, body } = envelope.data;
  return { request: { op, id, body: () => bodyOf(op, body, plain === undefined ? null : bytes) } };
}

const namesOperation = (input: unknown): input is { readonly op: OperationName } =>
  typeof input === 'object' && input !== null && 'op' in input && isOperationName(input.op);

/** @param plain the whole message, if the body was not read by the strict rules */
function bodyOf<N extends OperationName>(
  op: N,
  body: unknown,
  plain: Buffer | null,
): OperationBody<N> {
  const schema = OPERATIONS[op].body;
  if (plain === null) return validated(schema, body ?? {}, 'body') as OperationBody<N>;
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data as OperationBody<N>;
  // The strict reader reads it again, so that an error names the value as it was sent.
  const { body: strict = {} } = Object(strictly(plain)) as { readonly body?: unknown };
  return validated(schema, strict, 'body') as OperationBody<N>;
}

function strictly(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    // The next parser of the message reports that it is not JSON.
    if (error instanceof CodedError) return undefined;
    throw error;
  }
}
