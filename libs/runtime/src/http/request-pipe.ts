import { Injectable } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { CodedError } from '@bellwether/errors';
import type { InputSchema } from './route-inputs';
import { pathOfLength } from './length-field';
import { parsePlainJson } from './plain-json';
import { StrictJsonError, parseStrictJson } from './strict-json';
import { validationError } from './validation';

/**
 * Turns what was sent into what a handler declares: `@Body({ schema })`, `@QueryParams(schema)`,
 * `@PathParam('name', schema)`. The body is parsed here, after every guard has seen its raw bytes.
 * An absent body counts as `{}`, so that a call without arguments needs none.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { schema, type } = metadata;
    if (schema === undefined || type === 'custom') return value;
    const input = type === 'body' ? parseBody(value) : value;
    const result = await schema['~standard'].validate(input);
    return valueOf(result, input, metadata.data ?? type);
  }
}

type Result = Awaited<ReturnType<InputSchema['~standard']['validate']>>;

/**
 * The same where no promise is wanted, which none of our schemas needs.
 * @param name of what is validated as a whole
 * @throws CodedError of the registry; Error if the schema cannot judge it: our fault, and no reason to stop for all others
 */
export function validated(schema: InputSchema, input: unknown, name: string): unknown {
  return valueOf(judged(schema, input, name), input, name);
}

function judged(schema: InputSchema, input: unknown, name: string): Result {
  const result = schema['~standard'].validate(input);
  if (!(result instanceof Promise)) return result;
  // So zod answers where a schema throws: that is known here, and not by whoever awaits nothing.
  result.catch(() => undefined);
  throw new Error(`the schema of ${name} has no answer`);
}

function valueOf(result: Result, input: unknown, name: string): unknown {
  if (result.issues === undefined) return result.value;
  throw validationError(result.issues, input, name);
}

export const parseBody = (body: unknown): unknown =>
  Buffer.isBuffer(body) && body.length > 0 ? parseJson(body) : {};

/** The body of a request by its schema. @throws CodedError MALFORMED_JSON, and as `validated` */
export function validatedBody(schema: InputSchema, body: unknown): unknown {
  const plain = Buffer.isBuffer(body) ? parsePlainJson(body) : undefined;
  if (plain !== undefined) {
    const result = judged(schema, plain, 'body');
    if (result.issues === undefined) return result.value;
  }
  // It is read again by the strict rules, so that an error names the value as it was sent.
  return validated(schema, parseBody(body), 'body');
}

/** As every request is read (strict-json.ts). @throws CodedError MALFORMED_JSON, VALIDATION_FAILED, UNKNOWN_FIELD */
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
