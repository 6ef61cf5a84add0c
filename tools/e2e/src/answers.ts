/** The promised answers, written from the interface and not from the code: every answer a test reads passes here. */
import { z } from 'zod';
import type { HttpAnswer } from './http';

export const count = z.int().nonnegative();
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
export const userKey = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

const fillFields = {
  trade_id: count,
  price: z.int().min(1).max(9_999),
  taker_fee: count,
  maker_rebate: count,
  builder_fee: count,
  builder_api_key: z.string(),
  maker_builder_fee: count,
  maker_builder_api_key: z.string(),
  settlement_type: z.enum(['transfer', 'mint', 'merge']),
  outcome: z.enum(['yes', 'no']),
  taker_side: z.enum(['buy', 'sell']),
  maker_side: z.enum(['buy', 'sell']),
  maker: userKey,
  taker: userKey,
  maker_order_id: count,
  taker_order_id: count,
};
/** Live fills and historical trades name two fields differently: the interface says so. */
const fill = z.object({ ...fillFields, quantity: z.int().positive(), timestamp: count });
export const trade = z.object({
  ...fillFields,
  market_id: hex32,
  size: z.int().positive(),
  time: count,
  seq: count,
});

export const submitted = z.object({
  order_id: count,
  market_id: hex32,
  fills: z.array(fill),
  remaining: count,
  filled: count,
  status: z.enum(['resting', 'partially_filled', 'filled', 'cancelled']),
  cancel_reason: z.string().nullable(),
  self_trade_cancelled: z.array(count),
  order_type: z.enum(['gtc', 'ioc', 'fok', 'post_only']),
  fee_bps: count,
  seq: count,
});
export type Submitted = z.infer<typeof submitted>;

export const keypair = z.object({ user_id: z.string(), public_key: userKey });
export const signed = z.object({
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  message_hash: hex32,
});

export const balance = z.object({
  available: count,
  locked: count,
  total: count,
  withdrawing: count,
  gas_debt: count,
  seq: count,
});
export const position = z.object({
  yes_contracts: count,
  no_contracts: count,
  yes_locked: count,
  no_locked: count,
});
export const nonces = z.object({
  order: count,
  cancel_all: count,
  withdraw: count,
  recover: count,
});

const level = z.object({ price: count, size: count, orders: count });
const side = z.object({ bids: z.array(level), asks: z.array(level) });
export const book = z.object({
  market_id: hex32,
  seq: count,
  timestamp: count,
  status: z.string(),
  yes: side,
  no: side,
  midpoint: count.nullable(),
  spread: count.nullable(),
  last_price: count.nullable(),
});

const outcome = z.looseObject({
  label: z.string(),
  market_id: hex32,
  status: z.string(),
  yes_price: count,
  yes_bid: count,
  yes_ask: count,
});
export const eventEntry = z.object({
  event_id: z.string(),
  question: z.string(),
  category: z.object({ name: z.string(), sub: z.string() }),
  status: z.string(),
  fee_bps: count,
  expiry: count,
  outcomes: z.array(outcome).min(1),
});
export const page = { next_cursor: z.string().nullable(), has_more: z.boolean() };
export const markets = z.object({ markets: z.array(eventEntry), ...page });
export const events = z.object({ events: z.array(eventEntry), ...page });
export const trades = z.object({ trades: z.array(trade), ...page });
export const builderTrades = z.object({
  trades: z.array(trade),
  total_builder_fees: count,
  total_protocol_fees: count,
  user_count: count,
});

export const order = z.object({
  order_id: count,
  market_id: hex32,
  side: z.enum(['buy', 'sell']),
  outcome: z.enum(['yes', 'no']),
  price: count,
  size: count,
  filled: count,
  remaining: count,
  nonce: count,
  status: z.string(),
  cancel_reason: z.string().nullable(),
});
export const orders = z.object({ orders: z.array(order), ...page });
export const nonceOutcome = z.object({ nonce: count, order: order.nullable() });

export const cancelled = z.object({
  order_id: count,
  market_id: hex32,
  status: z.literal('cancelled'),
  cancelled_size: count,
  released_micro_usdc: count,
  seq: count,
});
export const cancelledAll = z.object({
  user: userKey,
  market_id: hex32.nullable(),
  nonce: count,
  cancelled: z.array(count),
  count,
  released_micro_usdc: count,
  seq: count,
});

export const candles = z.object({
  candles: z.array(
    z.object({
      time: count,
      open: count,
      high: count,
      low: count,
      close: count,
      volume: count,
      notional: count,
      trades: count,
    }),
  ),
});

export const solvency = z.object({
  liabilities: count,
  assets: count,
  difference: z.int(),
  seq: count,
  chain: z.object({ available: z.boolean() }).nullable(),
});
export const status = z.object({
  mode: z.enum(['open', 'cancel_only', 'halted']),
  seq: count,
  history: z.object({ available: z.boolean(), seq: count.nullable(), lag: count.nullable() }),
});

export const data = <T extends z.ZodType>(content: T) =>
  z.object({ success: z.literal(true), data: content });
export const createdEvent = data(
  z.object({
    event_id: z.string(),
    outcomes: z.array(z.object({ label: z.string(), market_id: hex32 })).min(1),
  }),
);
export const createdBuilder = data(z.object({ builder_id: z.string() }));
export const createdKey = data(
  z.object({
    key_id: z.string().regex(/^[0-9a-f]{32}$/),
    api_key: z.string(),
    secret: z.base64(),
  }),
);
export const credited = data(z.object({ user: userKey, available: count, seq: count }));

export const failure = z.object({
  error: z.strictObject({
    code: z.string().regex(/^[A-Z][A-Z_]+$/),
    message: z.string().min(1),
    details: z.record(z.string(), z.unknown()),
    retryable: z.boolean(),
    request_id: z.string().min(1),
  }),
});
export type Failure = z.infer<typeof failure>['error'];

/** The body of a success, in the promised shape. @throws Error that shows the answer when it is anything else */
export function expectOk<T extends z.ZodType>(
  shape: T,
  answer: HttpAnswer,
  status: 200 | 202 = 200,
): z.infer<T> {
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return shape.parse(answer.body);
}

/** The error of a refusal, in the one shape all errors have. @throws Error when it is a success or another shape */
export function expectError(answer: HttpAnswer): Failure & { readonly status: number } {
  if (answer.status < 400) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return { status: answer.status, ...failure.parse(answer.body).error };
}
