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
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
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

const protocolFeeBps = integer(0, MAX_PROTOCOL_FEE_BPS).meta({
  description: 'The rate of the protocol fee, see `/v1/fees`',
  example: 700,
});
const categoryText = text({ maxBytes: MAX_CATEGORY_BYTES });
const categoryName = categoryText.meta({ description: 'The category', example: 'weather' });
const categorySub = categoryText.meta({ description: 'Its second part', example: 'rain' });
const EVENT_ID_MESSAGE = `1 to ${MAX_EVENT_ID_BYTES} characters of a-z, 0-9 and -`;
const OUTCOMES_MESSAGE = `a list of 1 to ${MAX_OUTCOMES_PER_EVENT} outcomes {label}`;

const outcomes = z
  .array(
    z.strictObject(
      {
        label: text({ maxBytes: MAX_LABEL_BYTES }).meta({
          description: 'What the outcome is called',
          example: 'Yes',
        }),
      },
      { error: 'an object {label}' },
    ),
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
  })
  .meta({ description: 'One for a question of yes or no, else one for each answer' });

/** `POST /admin/events`; `event_id` makes it idempotent, without it each call makes another event. */
export const createEventRequest = named(
  'CreateEventRequest',
  z
    .strictObject({
      event_id: z
        .string({ error: EVENT_ID_MESSAGE })
        .regex(new RegExp(`^[a-z0-9-]{1,${MAX_EVENT_ID_BYTES}}$`), { error: EVENT_ID_MESSAGE })
        .meta({
          description: 'Makes the call repeatable; without it each call makes another event',
          example: EXAMPLE.eventId,
        })
        .optional(),
      question: text({ maxBytes: MAX_QUESTION_BYTES }).meta({
        description: 'What is traded',
        example: 'Will it rain in 2030?',
      }),
      description: text({ minBytes: 0, maxBytes: MAX_DESCRIPTION_BYTES, multiline: true })
        .meta({ description: 'What decides it, in words', example: 'Anywhere, at any time.' })
        .default(''),
      category: z
        .strictObject({ name: categoryName, sub: categorySub }, { error: 'an object {name, sub}' })
        .meta({ description: 'What the question is about; its fees follow from it' }),
      expiry: unixSeconds.meta({
        description: 'When its markets close, in Unix seconds',
        example: 1_893_456_000,
      }),
      mutually_exclusive: z
        .boolean({ error: 'true or false' })
        .meta({ description: 'Whether at most one of the outcomes comes true', example: false })
        .default(false),
      fee_bps: protocolFeeBps.describe("In place of the category's rate").optional(),
      opens_at: unixSeconds
        .describe('When its markets open, in Unix seconds; without it at once')
        .optional(),
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
    })),
  'A question, and the outcomes that get a market each.',
);

/** `POST /admin/markets/{id}/resolve`; `price` (bp, YES terms) only with `void`, where 5000 is the default. */
export const resolveMarketRequest = named(
  'ResolveMarketRequest',
  z
    .strictObject({
      outcome: word(RESOLUTIONS).meta({ description: 'How it came out', example: 'yes' }),
      price: integer(0, PRICE_SCALE_BPS, ' (basis points)')
        .meta({
          description:
            'With `void` alone: what a YES contract pays, in basis points; 5000 without it',
        })
        .optional(),
    })
    .refine((body) => body.price === undefined || body.outcome === 'void', {
      path: ['price'],
      error: 'absent: only `void` takes a price',
    })
    .transform((body) => ({ resolution: body.outcome, price: body.price ?? null })),
  'How a market came out.',
);

/** `POST /admin/events/{id}/resolve`: `{winner}` or `{void: true}`. */
export const resolveEventRequest = named(
  'ResolveEventRequest',
  z
    .strictObject({
      winner: marketId.describe('The market that came true; the others did not').optional(),
      void: z
        .literal(true, { error: 'true, in place of `winner`' })
        .meta({ description: 'In its place: every contract pays half' })
        .optional(),
    })
    .refine((body) => (body.winner === undefined) !== (body.void === undefined), {
      path: ['winner'],
      error: 'given, or `void`: true in its place',
    })
    .transform((body) => ({ winner: body.winner ?? null })),
  'How an event came out: `winner`, or `void`.',
);

/** `POST /admin/builders` */
export const createBuilderRequest = named(
  'CreateBuilderRequest',
  z
    .strictObject({
      name: text({ maxBytes: MAX_BUILDER_NAME_BYTES }).meta({
        description: 'For people',
        example: 'Acme Markets',
      }),
      max_fee_bps: builderFeeBps
        .meta({
          description: 'The highest `fee_bps` its orders may carry; 100 without it',
          example: 50,
        })
        .optional(),
    })
    .transform((body) => ({
      name: body.name,
      ...(body.max_fee_bps === undefined ? {} : { maxFeeBps: body.max_fee_bps }),
    })),
  'A builder.',
);

const SCOPES_MESSAGE = `a list of 1 to ${MAX_SCOPES} scopes`;

/** `POST /admin/keys`; which scopes there are is the signer's to say. The outflow goes with the scope `withdraw`. */
export const createKeyRequest = named(
  'CreateKeyRequest',
  z
    .strictObject({
      builder_id: text({ maxBytes: MAX_BUILDER_ID_BYTES }).meta({
        description: 'Whose key',
        example: EXAMPLE.builderId,
      }),
      scopes: z
        .array(
          text({ maxBytes: MAX_SCOPE_BYTES }).meta({ description: 'A scope', example: 'trade' }),
          { error: SCOPES_MESSAGE },
        )
        .min(1, { error: SCOPES_MESSAGE })
        .max(MAX_SCOPES, { error: SCOPES_MESSAGE })
        .meta({ description: '`trade`, `withdraw`; without it `trade` alone' })
        .optional(),
      orders_per_second: integer(1, MAX_ORDERS_PER_SECOND)
        .meta({ description: 'Orders a second through this key', example: 2_000 })
        .optional(),
      daily_outflow_micro_usdc: microUsdc
        .meta({
          description:
            'With the scope `withdraw`: what may be withdrawn through it on a UTC day, in micro-USDC',
          example: undefined,
        })
        .optional(),
    })
    .transform((body) => ({
      builderId: body.builder_id,
      ...(body.scopes === undefined ? {} : { scopes: body.scopes }),
      ...(body.orders_per_second === undefined ? {} : { ordersPerSecond: body.orders_per_second }),
      ...(body.daily_outflow_micro_usdc === undefined
        ? {}
        : { dailyOutflowMicroUsdc: body.daily_outflow_micro_usdc }),
    })),
  'An API key for a builder.',
);

/** `POST /admin/credit`: test network only, once a `reference`. */
export const creditRequest = named(
  'CreditRequest',
  z.strictObject({
    user: publicKey,
    amount: microUsdc.meta({ description: 'How much, in micro-USDC', example: 100_000_000 }),
    reference: text({ maxBytes: MAX_REFERENCE_BYTES }).meta({
      description: "The operator's own name for it: a repeat gives nothing more",
      example: 'a-gift-for-alice',
    }),
  }),
  'Test money for a user.',
);

/** `POST /admin/mode` */
export const modeRequest = named(
  'ModeRequest',
  z.strictObject({
    mode: word(EXCHANGE_MODES).meta({
      description: '`cancel_only` takes no new orders, `halted` nothing',
      example: 'open',
    }),
  }),
  'The mode of the exchange.',
);

const CATEGORIES_MESSAGE = `a list of 1 to ${MAX_FEE_CATEGORIES} categories {name, sub, fee_bps, maker_rebate_pct}`;

/** `PUT /admin/fees`: the whole schedule; `*` stands for every sub, and in `name` for every category. */
export const feesRequest = named(
  'FeesRequest',
  z
    .strictObject({
      categories: z
        .array(
          z.strictObject(
            {
              name: categoryName.meta({
                description: 'The category; `*` stands for every one',
                example: '*',
              }),
              sub: categorySub.meta({
                description: 'Its second part; `*` stands for every one',
                example: '*',
              }),
              fee_bps: protocolFeeBps,
              maker_rebate_pct: integer(0, MAX_MAKER_REBATE_PCT).meta({
                description: 'Per cent of the fee that the maker gets',
                example: 20,
              }),
            },
            { error: 'an object {name, sub, fee_bps, maker_rebate_pct}' },
          ),
          { error: CATEGORIES_MESSAGE },
        )
        .min(1, { error: CATEGORIES_MESSAGE })
        .max(MAX_FEE_CATEGORIES, { error: CATEGORIES_MESSAGE })
        .meta({ description: 'All categories: the first that fits a market counts' }),
    })
    .transform((body) => ({
      categories: body.categories.map((category) => ({
        name: category.name,
        sub: category.sub,
        feeBps: category.fee_bps,
        makerRebatePct: category.maker_rebate_pct,
      })),
    })),
  'The whole schedule of fees, in place of the one before.',
);

/** `PUT /admin/users/{public_key}/limits` */
export const userLimitsRequest = named(
  'UserLimitsRequest',
  z
    .strictObject({ max_open_orders: maxOpenOrders })
    .transform((body) => ({ maxOpenOrders: body.max_open_orders })),
  'The limits of a user.',
);

export type CreateEventRequest = z.infer<typeof createEventRequest>;
export type ResolveMarketRequest = z.infer<typeof resolveMarketRequest>;
export type ResolveEventRequest = z.infer<typeof resolveEventRequest>;
export type CreateBuilderRequest = z.infer<typeof createBuilderRequest>;
export type CreateKeyRequest = z.infer<typeof createKeyRequest>;
export type CreditRequest = z.infer<typeof creditRequest>;
export type ModeRequest = z.infer<typeof modeRequest>;
export type FeesRequest = z.infer<typeof feesRequest>;
export type UserLimitsRequest = z.infer<typeof userLimitsRequest>;
