/**
 * Questions to the engine as JSON. Bytes travel as hex; in the views only the fields of `BYTE_FIELDS` hold bytes,
 * and no view uses these names for anything else (a test holds every view to it).
 */
import { fromHex, toHex } from '@bellwether/codec';
import { isCode } from '@bellwether/errors';
import type { Code, ErrorDetails } from '@bellwether/errors';
import {
  MAX_BUILDER_FEE_BPS,
  MAX_EVENT_ID_BYTES,
  MAX_ORDER_SIZE,
  MAX_PRICE_BPS,
  MAX_SAFE_MICRO_USDC,
  MIN_PRICE_BPS,
  ORDER_TYPES,
  OUTCOMES,
  SIDES,
} from '@bellwether/exchange';
import type { EngineQueries, EngineQuery, ParamsOf, ResultOf } from './engine-query';
import { JsonFields } from '../rpc/json-fields';
import {
  MAX_BOOKINGS,
  MAX_BOOK_DEPTH,
  MAX_EVENTS_PAGE,
  MAX_ORDERS_PAGE,
  MAX_REQUEST_ID_BYTES,
} from '../limits';

const KEY_BYTES = 32;
/** Name and length of the fields that hold bytes: public keys, ids, addresses of the chains, builders' key ids. */
const BYTE_FIELDS = new Map([
  ['user', KEY_BYTES],
  ['marketId', KEY_BYTES],
  ['withdrawalId', KEY_BYTES],
  ['recipient', KEY_BYTES],
  ['builder', 16],
]);

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

const bytesAsHex = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? toHex(value) : value;

function hexAsBytes(key: string, value: unknown): unknown {
  const length = BYTE_FIELDS.get(key);
  if (length === undefined || value === null) return value;
  const bytes = typeof value === 'string' ? fromHex(value, length) : undefined;
  if (bytes === undefined) throw new SyntaxError(`${key} is not ${length} bytes of hex`);
  return bytes;
}

const toJson = (value: unknown): Uint8Array =>
  utf8Encoder.encode(JSON.stringify(value, bytesAsHex));

export type QueryFailure = {
  readonly failed: { readonly code: Code; readonly details: ErrorDetails };
};

/** The engine's time when it answered; one of the release before does not say it. */
interface ToldTime {
  readonly nowMs?: unknown;
}

export const encodeQueryRequest = (params: object, requestId: string): Uint8Array =>
  toJson({ requestId, params });

/** @param nowMs the engine's time: from it who asks learns what it is */
export const encodeQueryResult = (result: ResultOf<EngineQuery>, nowMs?: number): Uint8Array =>
  toJson({ ...result, nowMs });

export const encodeQueryFailure = (code: Code, details: ErrorDetails): Uint8Array =>
  toJson({ failed: { code, details } });

export function decodeQueryResponse<Q extends EngineQuery>(
  bytes: Uint8Array,
): (ResultOf<Q> & ToldTime) | QueryFailure {
  const response: unknown = JSON.parse(utf8Decoder.decode(bytes), hexAsBytes);
  if (typeof response !== 'object' || response === null) throw new SyntaxError('not an object');
  if ('failed' in response) return { failed: failureOf(response.failed) };
  if (!('seq' in response && 'timestampMs' in response && 'view' in response)) {
    throw new SyntaxError('neither a view nor a failure');
  }
  // The engine is of our own make and wrote this from the same type: shape by name, not field by field.
  return response as ResultOf<Q> & ToldTime;
}

function failureOf(failed: unknown): QueryFailure['failed'] {
  const { code, details } = Object(failed) as { code?: unknown; details?: unknown };
  if (typeof code !== 'string' || !isCode(code)) throw new SyntaxError('no code');
  return { code, details: { ...Object(details) } };
}

const user = (fields: JsonFields) => ({ user: fields.bytes('user', KEY_BYTES) });
const marketId = (fields: JsonFields) => ({ marketId: fields.bytes('marketId', KEY_BYTES) });
const before = (fields: JsonFields) =>
  fields.has('before') ? { before: fields.integer('before', 0, Number.MAX_SAFE_INTEGER) } : {};
const nothing = () => ({});
/** A gateway of a release before asks for a promise beside the place: it is given none, and asks again each time. */
const eventOffset = (fields: JsonFields) => {
  if (fields.has('lease')) fields.ignore('lease');
  return {};
};

/** How the engine reads each question's parameters; with their bounds. */
export const ENGINE_QUESTIONS: {
  readonly [Q in EngineQuery]: (fields: JsonFields) => ParamsOf<Q>;
} = {
  balance: user,
  position: (fields) => ({ ...user(fields), ...marketId(fields) }),
  account: user,
  nonces: user,
  book: (fields) => ({ ...marketId(fields), depth: fields.integer('depth', 1, MAX_BOOK_DEPTH) }),
  levels: marketId,
  orders: (fields) => ({
    ...user(fields),
    ...(fields.has('marketId') ? marketId(fields) : {}),
    ...before(fields),
    limit: fields.integer('limit', 1, MAX_ORDERS_PAGE),
  }),
  order: (fields) => ({
    ...user(fields),
    orderId: fields.integer('orderId', 0, Number.MAX_SAFE_INTEGER),
  }),
  preview: (fields) => ({
    ...(fields.has('user') ? user(fields) : {}),
    ...marketId(fields),
    outcome: fields.word('outcome', OUTCOMES),
    side: fields.word('side', SIDES),
    price: fields.integer('price', MIN_PRICE_BPS, MAX_PRICE_BPS),
    ...(fields.has('budgetMicroUsdc')
      ? { budgetMicroUsdc: fields.integer('budgetMicroUsdc', 1, MAX_SAFE_MICRO_USDC) }
      : { size: fields.integer('size', 1, MAX_ORDER_SIZE) }),
    orderType: fields.word('orderType', ORDER_TYPES),
    feeBps: fields.integer('feeBps', 0, MAX_BUILDER_FEE_BPS),
  }),
  events: (fields) => ({ ...before(fields), limit: fields.integer('limit', 1, MAX_EVENTS_PAGE) }),
  event: (fields) => ({ eventId: fields.text('eventId', MAX_EVENT_ID_BYTES) }),
  market: marketId,
  fees: nothing,
  status: nothing,
  event_place: eventOffset,
  solvency: nothing,
  bookings: (fields) => ({
    users: fields.bytesList('users', MAX_BOOKINGS, KEY_BYTES),
    withdrawalIds: fields.bytesList('withdrawalIds', MAX_BOOKINGS, KEY_BYTES),
  }),
  funding: user,
  withdrawal: (fields) => ({ withdrawalId: fields.bytes('withdrawalId', KEY_BYTES) }),
  delegate: user,
};

export const isEngineQuery = (word: string): word is EngineQuery =>
  Object.hasOwn(ENGINE_QUESTIONS, word);

/** A question with its parameters: one member a kind, so that a switch over `what` knows the parameters. */
export type EngineQueryRequest = {
  [Q in EngineQuery]: { readonly what: Q; readonly params: EngineQueries[Q]['params'] };
}[EngineQuery];

/** @throws CodedError VALIDATION_FAILED, UNKNOWN_FIELD; SyntaxError, TypeError where it is no JSON at all */
export function decodeQueryRequest(
  what: EngineQuery,
  bytes: Uint8Array,
): { question: EngineQueryRequest; requestId: string } {
  const request = new JsonFields(JSON.parse(utf8Decoder.decode(bytes)));
  const requestId = request.has('requestId')
    ? request.textOrEmpty('requestId', MAX_REQUEST_ID_BYTES)
    : '';
  const fields = request.object('params');
  request.end();
  const params = ENGINE_QUESTIONS[what](fields);
  fields.end();
  // `what` and the type of its parameters belong together by the table above.
  return { question: { what, params } as EngineQueryRequest, requestId };
}
