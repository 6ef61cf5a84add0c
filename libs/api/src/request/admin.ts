/** The admin bodies of decisions 10 that are about the exchange and its builders. */
import {
  EXCHANGE_MODES,
  MAX_BUILDER_ID_BYTES,
  MAX_CATEGORY_BYTES,
  MAX_DESCRIPTION_BYTES,
  MAX_EVENT_ID_BYTES,
  MAX_FEE_CATEGORIES,
  MAX_LABEL_BYTES,
  MAX_MAKER_REBATE_PCT,
  MAX_OUTCOMES_PER_EVENT,
  MAX_PROTOCOL_FEE_BPS,
  MAX_QUESTION_BYTES,
  MAX_REFERENCE_BYTES,
  PRICE_SCALE_BPS,
  RESOLUTIONS,
} from '@bellwether/exchange';
import { z } from 'zod';
import {
  builderFeeBps,
  integer,
  marketId,
  maxOpenOrders,
  microUsdc,
  publicKey,
  text,
  unixSeconds,
  word,
} from './fields';
import {
  MAX_BUILDER_NAME_BYTES,
  MAX_ORDERS_PER_SECOND,
  MAX_SCOPES,
  MAX_SCOPE_BYTES,
} from './limits';

/** A call without arguments: no body, or `{}`. */
export const emptyRequest = z.strictObject({});

const protocolFeeBps = integer(0, MAX_PROTOCOL_FEE_BPS);
const categoryText = text({ maxBytes: MAX_CATEGORY_BYTES });
const EVENT_ID_MESSAGE = `1 to ${MAX_EVENT_ID_BYTES} characters of a-z, 0-9 and -`;
const OUTCOMES_MESSAGE = `a list of 1 to ${MAX_OUTCOMES_PER_EVENT} outcomes {label}`;

const outcomes = z
  .array(
    z.strictObject({ label: text({ maxBytes: MAX_LABEL_BYTES }) }, { error: 'an object {label}' }),
    {
      error: OUTCOMES_MESSAGE,
    },
  )
  .min(1, { error: OUTCOMES_MESSAGE })
  .max(MAX_OUTCOMES_PER_EVENT, { error: OUTCOMES_MESSAGE })
  .superRefine((list, context) => {
    list.forEach(({ label }, index) => {
      if (list.findIndex((other) => other.label === label) === index) return;
      const path = [index, 'label'];
      context.addIssue({ code: 'custom', path, message: 'a label that no other outcome has' });
    });
  });

/** `POST /admin/events`; `event_id` makes it idempotent, without it each call makes another event. */
export const createEventRequest = z
  .strictObject({
    event_id: z
      .string({ error: EVENT_ID_MESSAGE })
      .regex(new RegExp(`^[a-z0-9-]{1,${MAX_EVENT_ID_BYTES}}$`), { error: EVENT_ID_MESSAGE })
      .optional(),
    question: text({ maxBytes: MAX_QUESTION_BYTES }),
    description: text({ minBytes: 0, maxBytes: MAX_DESCRIPTION_BYTES, multiline: true }).default(
      '',
    ),
    category: z.strictObject(
      { name: categoryText, sub: categoryText },
      { error: 'an object {name, sub}' },
    ),
    expiry: unixSeconds,
    mutually_exclusive: z.boolean({ error: 'true or false' }).default(false),
    fee_bps: protocolFeeBps.optional(),
    opens_at: unixSeconds.optional(),
    outcomes,
  })
  .refine((body) => body.opens_at === undefined || body.opens_at < body.expiry, {
    path: ['opens_at'],
    error: 'before `expiry`',
  })
  .transform((body) => ({
    eventId: body.event_id ?? null,
    question: body.question,
    description: body.description,
    category: body.category,
    expiry: body.expiry,
    mutuallyExclusive: body.mutually_exclusive ? 1 : 0,
    feeBps: body.fee_bps ?? null,
    opensAt: body.opens_at ?? null,
    labels: body.outcomes.map(({ label }) => label),
  }));

/** `POST /admin/markets/{id}/resolve`; `price` (bp, YES terms) only with `void`, where 5000 is the default. */
export const resolveMarketRequest = z
  .strictObject({
    outcome: word(RESOLUTIONS),
    price: integer(0, PRICE_SCALE_BPS, ' (basis points)').optional(),
  })
  .refine((body) => body.price === undefined || body.outcome === 'void', {
    path: ['price'],
    error: 'absent: only `void` takes a price',
  })
  .transform((body) => ({ resolution: body.outcome, price: body.price ?? null }));

/** `POST /admin/events/{id}/resolve`: `{winner}` or `{void: true}`. */
export const resolveEventRequest = z
  .strictObject({
    winner: marketId.optional(),
    void: z.literal(true, { error: 'true, in place of `winner`' }).optional(),
  })
  .refine((body) => (body.winner === undefined) !== (body.void === undefined), {
    path: ['winner'],
    error: 'given, or `void`: true in its place',
  })
  .transform((body) => ({ winner: body.winner ?? null }));

/** `POST /admin/builders` */
export const createBuilderRequest = z
  .strictObject({
    name: text({ maxBytes: MAX_BUILDER_NAME_BYTES }),
    max_fee_bps: builderFeeBps.optional(),
  })
  .transform((body) => ({
    name: body.name,
    ...(body.max_fee_bps === undefined ? {} : { maxFeeBps: body.max_fee_bps }),
  }));

const SCOPES_MESSAGE = `a list of 1 to ${MAX_SCOPES} scopes`;

/** `POST /admin/keys`; which scopes there are is the signer's to say. The outflow goes with the scope `withdraw`. */
export const createKeyRequest = z
  .strictObject({
    builder_id: text({ maxBytes: MAX_BUILDER_ID_BYTES }),
    scopes: z
      .array(text({ maxBytes: MAX_SCOPE_BYTES }), { error: SCOPES_MESSAGE })
      .min(1, { error: SCOPES_MESSAGE })
      .max(MAX_SCOPES, { error: SCOPES_MESSAGE })
      .optional(),
    orders_per_second: integer(1, MAX_ORDERS_PER_SECOND).optional(),
    daily_outflow_micro_usdc: microUsdc.optional(),
  })
  .transform((body) => ({
    builderId: body.builder_id,
    ...(body.scopes === undefined ? {} : { scopes: body.scopes }),
    ...(body.orders_per_second === undefined ? {} : { ordersPerSecond: body.orders_per_second }),
    ...(body.daily_outflow_micro_usdc === undefined
      ? {}
      : { dailyOutflowMicroUsdc: body.daily_outflow_micro_usdc }),
  }));

/** `POST /admin/credit`: test network only, once a `reference`. */
export const creditRequest = z.strictObject({
  user: publicKey,
  amount: microUsdc,
  reference: text({ maxBytes: MAX_REFERENCE_BYTES }),
});

/** `POST /admin/mode` */
export const modeRequest = z.strictObject({ mode: word(EXCHANGE_MODES) });

const CATEGORIES_MESSAGE = `a list of 1 to ${MAX_FEE_CATEGORIES} categories {name, sub, fee_bps, maker_rebate_pct}`;

/** `PUT /admin/fees`: the whole schedule; `*` stands for every sub, and in `name` for every category. */
export const feesRequest = z
  .strictObject({
    categories: z
      .array(
        z.strictObject(
          {
            name: categoryText,
            sub: categoryText,
            fee_bps: protocolFeeBps,
            maker_rebate_pct: integer(0, MAX_MAKER_REBATE_PCT),
          },
          { error: 'an object {name, sub, fee_bps, maker_rebate_pct}' },
        ),
        { error: CATEGORIES_MESSAGE },
      )
      .min(1, { error: CATEGORIES_MESSAGE })
      .max(MAX_FEE_CATEGORIES, { error: CATEGORIES_MESSAGE }),
  })
  .transform((body) => ({
    categories: body.categories.map((category) => ({
      name: category.name,
      sub: category.sub,
      feeBps: category.fee_bps,
      makerRebatePct: category.maker_rebate_pct,
    })),
  }));

/** `PUT /admin/users/{public_key}/limits` */
export const userLimitsRequest = z
  .strictObject({ max_open_orders: maxOpenOrders })
  .transform((body) => ({ maxOpenOrders: body.max_open_orders }));

export type CreateEventRequest = z.infer<typeof createEventRequest>;
export type ResolveMarketRequest = z.infer<typeof resolveMarketRequest>;
export type ResolveEventRequest = z.infer<typeof resolveEventRequest>;
export type CreateBuilderRequest = z.infer<typeof createBuilderRequest>;
export type CreateKeyRequest = z.infer<typeof createKeyRequest>;
export type CreditRequest = z.infer<typeof creditRequest>;
export type ModeRequest = z.infer<typeof modeRequest>;
export type FeesRequest = z.infer<typeof feesRequest>;
export type UserLimitsRequest = z.infer<typeof userLimitsRequest>;
