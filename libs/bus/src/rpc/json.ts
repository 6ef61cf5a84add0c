/** JSON on the bus: bytes as lower-case hex, and a failure in the place of an answer. */
import { fromHex, toHex } from '@bellwether/codec';
import { isCode } from '@bellwether/errors';
import type { Code, ErrorDetails } from '@bellwether/errors';

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

const bytesAsHex = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? toHex(value) : value;

export const toJson = (value: unknown): Uint8Array =>
  utf8Encoder.encode(JSON.stringify(value, bytesAsHex));

/**
 * @param byteFields names and lengths of fields that hold bytes, wherever they stand; null stays
 * @throws SyntaxError, TypeError
 */
export function fromJson(data: Uint8Array, byteFields?: ReadonlyMap<string, number>): unknown {
  return JSON.parse(
    utf8Decoder.decode(data),
    byteFields &&
      ((name, value: unknown) => {
        const length = byteFields.get(name);
        if (length === undefined || value === null) return value;
        const read = typeof value === 'string' ? fromHex(value, length) : undefined;
        if (read === undefined) throw new SyntaxError(`${name} is not ${length} bytes of hex`);
        return read;
      }),
  );
}

export interface Failure {
  readonly failed: { readonly code: Code; readonly details: ErrorDetails };
}

export const encodeJsonFailure = (code: Code, details: ErrorDetails): Uint8Array =>
  toJson({ failed: { code, details } } satisfies Failure);

/** @returns null where it is an answer. @throws SyntaxError for a failure without a code, and for what is no object */
export function failureIn(response: unknown): Failure | null {
  if (typeof response !== 'object' || response === null) throw new SyntaxError('not an object');
  if (!('failed' in response)) return null;
  const { code, details } = Object(response.failed) as { code?: unknown; details?: unknown };
  if (typeof code !== 'string' || !isCode(code)) throw new SyntaxError('no code');
  return { failed: { code, details: { ...Object(details) } } };
}
