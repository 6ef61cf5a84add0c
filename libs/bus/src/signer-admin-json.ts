/** Key administration as JSON: `{requestId, request}` there, `{answer}` or `{failed: {code, details}}` back. */
import { isCode } from '@bellwether/errors';
import type { Code, ErrorDetails } from '@bellwether/errors';
import { MAX_BUILDER_FEE_BPS, MAX_BUILDER_ID_BYTES } from '@bellwether/exchange';
import { toHex } from '@bellwether/codec';
import { JsonFields } from './json-fields';
import { MAX_KEYS_PAGE, MAX_REQUEST_ID_BYTES } from './limits';
import type { SignerKeyAnswer, SignerKeyRequest } from './signer-admin';
import type { SignerKeyOperation } from './subjects';

const MAX_NAME_BYTES = 128;
const MAX_SCOPES = 16;
const MAX_SCOPE_BYTES = 32;
const MAX_ORDERS_PER_SECOND = 1_000_000;
const KEY_ID_BYTES = 16;

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

type SignerResponse<O extends SignerKeyOperation> =
  | { readonly answer: SignerKeyAnswer<O> }
  | { readonly failed: { readonly code: Code; readonly details: ErrorDetails } };

const toJson = (value: unknown): Uint8Array => utf8Encoder.encode(JSON.stringify(value));

export const encodeSignerRequest = (request: object, requestId: string): Uint8Array =>
  toJson({ requestId, request });

export const encodeSignerAnswer = (answer: object): Uint8Array => toJson({ answer });

export const encodeSignerFailure = (code: Code, details: ErrorDetails): Uint8Array =>
  toJson({ failed: { code, details } });

export function decodeSignerResponse<O extends SignerKeyOperation>(
  bytes: Uint8Array,
): SignerResponse<O> {
  const response: unknown = JSON.parse(utf8Decoder.decode(bytes));
  if (typeof response === 'object' && response !== null) {
    // The signer is of our own make and wrote this from the same type.
    if ('answer' in response) return response as SignerResponse<O>;
    const { code, details } = Object('failed' in response ? response.failed : {}) as {
      code?: unknown;
      details?: unknown;
    };
    if (typeof code === 'string' && isCode(code)) {
      return { failed: { code, details: { ...Object(details) } } };
    }
  }
  throw new SyntaxError('neither an answer nor a failure');
}

const keyId = (fields: JsonFields) => ({ keyId: toHex(fields.bytes('keyId', KEY_ID_BYTES)) });

/** How the signer reads each request: the gateway validated it for its caller, the signer trusts nobody. */
const REQUESTS: {
  readonly [O in SignerKeyOperation]: (fields: JsonFields) => SignerKeyRequest<O>;
} = {
  create_builder: (fields) => ({
    name: fields.text('name', MAX_NAME_BYTES),
    ...(fields.has('maxFeeBps')
      ? { maxFeeBps: fields.integer('maxFeeBps', 0, MAX_BUILDER_FEE_BPS) }
      : {}),
  }),
  create_key: (fields) => ({
    builderId: fields.text('builderId', MAX_BUILDER_ID_BYTES),
    ...(fields.has('scopes')
      ? { scopes: fields.texts('scopes', MAX_SCOPES, MAX_SCOPE_BYTES) }
      : {}),
    ...(fields.has('ordersPerSecond')
      ? { ordersPerSecond: fields.integer('ordersPerSecond', 1, MAX_ORDERS_PER_SECOND) }
      : {}),
  }),
  rotate_key: keyId,
  revoke_key: keyId,
  list_keys: (fields) => ({
    ...(fields.has('builderId')
      ? { builderId: fields.text('builderId', MAX_BUILDER_ID_BYTES) }
      : {}),
    ...(fields.has('after') ? { after: toHex(fields.bytes('after', KEY_ID_BYTES)) } : {}),
    ...(fields.has('limit') ? { limit: fields.integer('limit', 1, MAX_KEYS_PAGE) } : {}),
  }),
};

/** @throws CodedError VALIDATION_FAILED, UNKNOWN_FIELD; SyntaxError, TypeError where it is no JSON at all */
export function decodeSignerRequest<O extends SignerKeyOperation>(
  operation: O,
  bytes: Uint8Array,
): { request: SignerKeyRequest<O>; requestId: string } {
  const envelope = new JsonFields(JSON.parse(utf8Decoder.decode(bytes)));
  const requestId = envelope.textOrEmpty('requestId', MAX_REQUEST_ID_BYTES);
  const fields = envelope.object('request');
  envelope.end();
  const request = REQUESTS[operation](fields);
  fields.end();
  return { request, requestId };
}
