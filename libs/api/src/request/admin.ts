/** The bodies of docs/protocol/http.md, section 6, about the exchange and its builders. */
import {
  EXCHANGE_MODES,
  MAX_BUILDER_ID_BYTES,
  MAX_FEE_CATEGORIES,
  MAX_MAKER_REBATE_PCT,
  MAX_REFERENCE_BYTES,
} from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { builderFeeBps, integer, maxOpenOrders, microUsdc, publicKey, text, word } from './fields';
import { shownText } from './shown-text';
import {
  MAX_BUILDER_NAME_BYTES,
  MAX_ORDERS_PER_SECOND,
  MAX_SCOPES,
  MAX_SCOPE_BYTES,
} from './limits';
import { categoryName, categorySub, protocolFeeBps } from './market-admin';

/** A call without arguments: no body, or `{}`. */
export const emptyRequest = z.strictObject({});

/** `POST /admin/builders` */
export const createBuilderRequest = named(
  'CreateBuilderRequest',
  z
    .strictObject({
      name: shownText({ maxBytes: MAX_BUILDER_NAME_BYTES }).meta({
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

const keyFields = {
  scopes: z
    .array(text({ maxBytes: MAX_SCOPE_BYTES }).meta({ description: 'A scope', example: 'trade' }), {
      error: SCOPES_MESSAGE,
    })
    .min(1, { error: SCOPES_MESSAGE })
    .max(MAX_SCOPES, { error: SCOPES_MESSAGE })
    .meta({ description: 'Of `read`, `trade`, `withdraw`, `keys`; without it `trade` alone' })
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
};
const keyTerms = (body: {
  readonly scopes?: string[] | undefined;
  readonly orders_per_second?: number | undefined;
  readonly daily_outflow_micro_usdc?: number | undefined;
}) => ({
  ...(body.scopes === undefined ? {} : { scopes: body.scopes }),
  ...(body.orders_per_second === undefined ? {} : { ordersPerSecond: body.orders_per_second }),
  ...(body.daily_outflow_micro_usdc === undefined
    ? {}
    : { dailyOutflowMicroUsdc: body.daily_outflow_micro_usdc }),
});

/** `POST /admin/keys`: the first key of a builder. The signer defines the scopes, and adds `keys`. */
export const createKeyRequest = named(
  'CreateKeyRequest',
  z
    .strictObject({
      builder_id: text({ maxBytes: MAX_BUILDER_ID_BYTES }).meta({
        description: 'Whose key',
        example: EXAMPLE.builderId,
      }),
      ...keyFields,
    })
    .transform(({ builder_id: builderId, ...body }) => ({ builderId, ...keyTerms(body) })),
  'The first API key of a builder.',
);

/** `POST /v1/builder/keys` of the signer. */
export const builderKeyRequest = named(
  'BuilderKeyRequest',
  z.strictObject(keyFields).transform(keyTerms),
  'Another API key of the calling builder.',
);

/** `POST /admin/credit`: test network only; each `reference` is credited once. */
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

/** `PUT /admin/fees`: the whole schedule; `*` matches every sub, and in `name` every category. */
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

export type CreateBuilderRequest = z.infer<typeof createBuilderRequest>;
export type BuilderKeyRequest = z.infer<typeof builderKeyRequest>;
export type CreateKeyRequest = z.infer<typeof createKeyRequest>;
export type CreditRequest = z.infer<typeof creditRequest>;
export type ModeRequest = z.infer<typeof modeRequest>;
export type FeesRequest = z.infer<typeof feesRequest>;
export type UserLimitsRequest = z.infer<typeof userLimitsRequest>;
