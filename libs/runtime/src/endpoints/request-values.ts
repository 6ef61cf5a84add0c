/** Parses path, query and body by an endpoint's schemas. */
import { CodedError } from '@bellwether/errors';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { pathOfLength } from '../http/length-field';
import { parsePlainJson } from '../http/plain-json';
import { NO_QUERY } from '../http/query-string';
import { StrictJsonError, parseStrictJson } from '../http/strict-json';
import { validationError } from '../http/validation';

type Result = ReturnType<z.ZodType['safeParse']>;

/**
 * Synchronous, which all our schemas are.
 *
 * @param name of the value as a whole
 * @throws CodedError of the registry; Error if the schema itself fails: our fault, and no reason to stop the process
 */
export function validated(schema: z.ZodType, input: unknown, name: string): unknown {
  return valueOf(judged(schema, input, name), input, name);
}

function judged(schema: z.ZodType, input: unknown, name: string): Result {
  try {
    return schema.safeParse(input);
  } catch (cause) {
    throw new Error(`the schema of ${name} has no answer`, { cause });
  }
}

function valueOf(result: Result, input: unknown, name: string): unknown {
  if (result.success) return result.data;
  throw validationError(result.error.issues, input, name);
}

/**
 * Refuses a query where none is expected: an ignored parameter may be a filter that the caller relies on.
 *
 * @throws CodedError UNKNOWN_FIELD
 */
export function refuseQuery({ query }: FastifyRequest): void {
  if (query === NO_QUERY) return;
  const keys = Object.keys(query ?? {});
  if (keys.length === 0) return;
  throw validationError([{ code: 'unrecognized_keys', message: '', keys }], query, 'query');
}

/** An absent body counts as `{}`, so a call without arguments needs none. */
const parseBody = (body: unknown): unknown =>
  Buffer.isBuffer(body) && body.length > 0 ? parseJson(body) : {};

/** Parses the body of a request by its schema. @throws CodedError MALFORMED_JSON, and as `validated` */
export function validatedBody(schema: z.ZodType, body: unknown): unknown {
  const plain = Buffer.isBuffer(body) ? parsePlainJson(body) : undefined;
  if (plain !== undefined) {
    const result = judged(schema, plain, 'body');
    if (result.success) return result.data;
  }
  // The strict reader reads it again, so that an error names the value as it was sent.
  return validated(schema, parseBody(body), 'body');
}

/** Reads by the strict rules (strict-json.ts). @throws CodedError MALFORMED_JSON, VALIDATION_FAILED, UNKNOWN_FIELD */
export function parseJson(bytes: Uint8Array): unknown {
  const value = strictlyParsed(bytes);
  const path = pathOfLength(value);
  if (path === undefined) return value;
  const issue = { code: 'unrecognized_keys', keys: ['length'], path, message: 'absent' };
  throw validationError([issue], value, 'body');
}

function strictlyParsed(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    const { position, message, duplicateKey } = error;
    if (duplicateKey === undefined) {
      throw new CodedError('MALFORMED_JSON', { reason: message, position });
    }
    const details = { field: duplicateKey, expected: 'given once', position };
    throw new CodedError('VALIDATION_FAILED', details, {
      message: `${duplicateKey} is given twice.`,
    });
  }
}
