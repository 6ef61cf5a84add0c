/**
 * Queries of the engine as JSON. Bytes travel as hex; in the views only the fields of `BYTE_FIELDS` hold bytes, and no
 * view uses these names for anything else (a test holds every view to it).
 */
import {
  MAX_BUILDER_FEE_BPS,
  MAX_EVENT_ID_BYTES,
  MAX_ORDER_SIZE,
  MAX_OUTCOMES_PER_EVENT,
  MAX_PAYOUT_KEYS,
  MAX_PRICE_BPS,
  MAX_SAFE_MICRO_USDC,
  MIN_PRICE_BPS,
  ORDER_TYPES,
  OUTCOMES,
  PRICE_SCALE_BPS,
  RESOLUTIONS,
  SIDES,
} from '@bellwether/exchange';
import type { EngineQueries, EngineQuery, ParamsOf, ResultOf } from './engine-query';
import { orderTerms } from './order-terms';
import { z } from 'zod';
import {
  about,
  bytes,
  bytesList,
  fields,
  flag,
  integer,
  readAs,
  text,
  textOrEmpty,
  word,
} from '../rpc/fields';
import { failureIn, fromJson, toJson } from '../rpc/json';
import type { Failure } from '../rpc/json';
import {
  MAX_BOOKINGS,
  MAX_BOOK_DEPTH,
  MAX_CASES_PAGE,
  MAX_EVENTS_PAGE,
  MAX_ORDERS_PAGE,
  MAX_REQUEST_ID_BYTES,
} from '../limits';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 16;
/** Name and length of the fields that hold bytes: public keys, ids, addresses of the chains, builders' key ids. */
const BYTE_FIELDS = new Map([
  ['user', KEY_BYTES],
  ['marketId', KEY_BYTES],
  ['withdrawalId', KEY_BYTES],
  ['recipient', KEY_BYTES],
  ['tradingKey', KEY_BYTES],
  ['key', KEY_BYTES],
  ['builder', 16],
  ['clientId', 16],
]);

/** The engine's time when it answered. */
interface ReportedTime {
  readonly nowMs?: unknown;
}

export const encodeQueryRequest = (params: object, requestId: string): Uint8Array =>
  toJson({ requestId, params });

/** @param nowMs the engine's time, which the answer reports */
export const encodeQueryResult = (result: ResultOf<EngineQuery>, nowMs?: number): Uint8Array =>
  toJson({ ...result, nowMs });

export function decodeQueryResponse<Q extends EngineQuery>(
  data: Uint8Array,
): (ResultOf<Q> & ReportedTime) | Failure {
  const response = fromJson(data, BYTE_FIELDS);
  const failure = failureIn(response);
  if (failure !== null) return failure;
  const result = Object(response);
  if (!('seq' in result && 'timestampMs' in result && 'view' in result)) {
    throw new SyntaxError('neither a view nor a failure');
  }
  // The engine wrote this from the same type, so its fields are not checked one by one.
  return result;
}

const key = bytes(KEY_BYTES);
const user = { user: key };
const marketId = { marketId: key };
const before = { before: integer(0, Number.MAX_SAFE_INTEGER).exactOptional() };
const size = integer(1, MAX_ORDER_SIZE);
const bps = integer(0, PRICE_SCALE_BPS);
const SHARES = `at most ${MAX_OUTCOMES_PER_EVENT} prices`;

/** Of a size, or of a budget in its place. */
const preview = fields({
  user: key.exactOptional(),
  isOwner: z.boolean().exactOptional(),
  ...marketId,
  outcome: word(OUTCOMES),
  side: word(SIDES),
  price: integer(MIN_PRICE_BPS, MAX_PRICE_BPS),
  budgetMicroUsdc: integer(1, MAX_SAFE_MICRO_USDC).exactOptional(),
  size: size.exactOptional(),
  orderType: word(ORDER_TYPES),
  feeBps: integer(0, MAX_BUILDER_FEE_BPS),
  terms: orderTerms.exactOptional(),
}).transform((asked, context): ParamsOf<'preview'> => {
  const { budgetMicroUsdc, size: asksFor, ...terms } = asked;
  if (budgetMicroUsdc === undefined) {
    const sized = size.safeParse(asksFor);
    if (sized.success) return { ...terms, size: sized.data };
    for (const { message } of sized.error.issues) {
      context.addIssue({ code: 'custom', path: ['size'], message });
    }
  } else if (asksFor === undefined) return { ...terms, budgetMicroUsdc };
  else context.addIssue({ code: 'unrecognized_keys', keys: ['size'], input: asked });
  return z.NEVER;
});

/** How the engine reads each query's parameters; with their bounds. */
export const ENGINE_QUERIES: { readonly [Q in EngineQuery]: z.ZodType<ParamsOf<Q>> } = {
  balance: fields(user),
  position: fields({ ...user, ...marketId }),
  account: fields(user),
  nonces: fields(user),
  limits: fields(user),
  trading_keys: fields(user),
  book: fields({ ...marketId, depth: integer(1, MAX_BOOK_DEPTH) }),
  levels: fields(marketId),
  orders: fields({
    ...user,
    marketId: key.exactOptional(),
    ...before,
    limit: integer(1, MAX_ORDERS_PAGE),
  }),
  order: fields({ ...user, orderId: integer(0, Number.MAX_SAFE_INTEGER) }),
  nonce_outcome: fields({ ...user, nonce: integer(0, Number.MAX_SAFE_INTEGER) }),
  preview,
  market_resolution: fields({
    ...marketId,
    resolution: word(RESOLUTIONS),
    price: bps.nullable(),
  }),
  event_resolution: fields({ eventId: text(MAX_EVENT_ID_BYTES), winner: key.nullable() }),
  proposal: fields({
    withPayouts: flag(),
    subject: about(
      z.discriminatedUnion(
        'kind',
        [
          fields({ kind: z.literal('market'), ...marketId }),
          fields({ kind: z.literal('event'), eventId: text(MAX_EVENT_ID_BYTES) }),
        ],
        { error: 'a market or an event' },
      ),
      'What the result is of',
    ),
    outcome: about(
      z.discriminatedUnion(
        'kind',
        [
          fields({
            kind: z.literal('market'),
            resolution: word(RESOLUTIONS),
            price: bps.nullable(),
          }),
          fields({ kind: z.literal('winner'), winner: key }),
          fields({
            kind: z.literal('shares'),
            prices: z
              .array(fields({ ...marketId, price: bps }), { error: SHARES })
              .max(MAX_OUTCOMES_PER_EVENT, { error: SHARES }),
          }),
          fields({ kind: z.literal('void') }),
        ],
        { error: 'a result' },
      ),
      'The result',
    ),
  }),
  cases: fields({ limit: integer(1, MAX_CASES_PAGE) }),
  resolution_rules: fields({}),
  sources: fields({}),
  events: fields({ ...before, limit: integer(1, MAX_EVENTS_PAGE) }),
  event: fields({ eventId: text(MAX_EVENT_ID_BYTES) }),
  market: fields(marketId),
  fees: fields({}),
  status: fields({}),
  event_place: fields({}),
  solvency: fields({}),
  bookings: fields({
    users: bytesList(MAX_BOOKINGS, KEY_BYTES),
    withdrawalIds: bytesList(MAX_BOOKINGS, KEY_BYTES),
  }),
  revenue: fields({ keys: bytesList(MAX_PAYOUT_KEYS, KEY_ID_BYTES) }),
  funding: fields(user),
  withdrawal: fields({ withdrawalId: key }),
  delegate: fields(user),
};

export const isEngineQuery = (word: string): word is EngineQuery =>
  Object.hasOwn(ENGINE_QUERIES, word);

/** A query with its parameters: one member a kind, so that a switch over `what` knows the parameters. */
export type EngineQueryRequest = {
  [Q in EngineQuery]: { readonly what: Q; readonly params: EngineQueries[Q]['params'] };
}[EngineQuery];

export const queryEnvelope = fields({
  requestId: textOrEmpty(MAX_REQUEST_ID_BYTES).exactOptional(),
  params: z.record(z.string(), z.unknown(), { error: 'an object' }),
});

/** @throws CodedError VALIDATION_FAILED, UNKNOWN_FIELD; SyntaxError, TypeError where it is no JSON at all */
export function decodeQueryRequest(
  what: EngineQuery,
  data: Uint8Array,
): { query: EngineQueryRequest; requestId: string } {
  const { requestId = '', params } = readAs(queryEnvelope, fromJson(data));
  // `what` and the type of its parameters belong together by the table above.
  const query = { what, params: readAs(ENGINE_QUERIES[what], params) } as EngineQueryRequest;
  return { query, requestId };
}
