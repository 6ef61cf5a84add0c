import { clientMessage } from '@bellwether/api';
import type { ClientMessage } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { parseJson, validationError } from '@bellwether/runtime';

/** Parses a client's message, or says why it is invalid, with its `id` if that can be read. */
export type ClientRequest =
  | { readonly message: ClientMessage }
  | { readonly id: string | null; readonly error: CodedError };

/** As strict as an HTTP body. */
export function readClientRequest(bytes: Uint8Array): ClientRequest {
  let input: unknown;
  try {
    input = parseJson(bytes);
  } catch (error) {
    if (error instanceof CodedError) return { id: null, error };
    throw error;
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { id: null, error: notAnObject() };
  }
  const result = clientMessage.safeParse(input);
  if (result.success) return { message: result.data };
  const id = 'id' in input && typeof input.id === 'string' ? input.id : null;
  return { id, error: validationError(result.error.issues, input, 'message') };
}

const ID = /"id"\s*:\s*"([A-Za-z0-9._:-]{1,64})"/;

/** The id of a message that is refused before it is parsed, if it is written in the usual form. */
export const idUnread = (bytes: Buffer): string | null =>
  ID.exec(bytes.toString('latin1'))?.[1] ?? null;

function notAnObject(): CodedError {
  const details = { field: 'message', expected: 'a JSON object' };
  return new CodedError('VALIDATION_FAILED', details, {
    message: 'message must be a JSON object.',
  });
}
