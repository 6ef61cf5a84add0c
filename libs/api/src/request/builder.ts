/** Bodies of the signer's endpoints other than orders. */
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { beforeField } from '../cursor';
import {
  LIMIT_SAID,
  integer,
  marketId,
  opaqueText,
  pageLimit,
  publicKey,
  requireFromBeforeTo,
  unixSeconds,
  unixSecondsText,
  word,
} from './fields';
import {
  DEFAULT_PAGE_LIMIT,
  MAX_BUILDER_USERS_PAGE,
  MAX_REVENUE_DAYS,
  MAX_TRADES_PAGE,
} from './limits';

/** `user_id` is 1 to 128 bytes of UTF-8. */
const MAX_USER_ID_BYTES = 128;

/** `POST /v1/keys` */
export const userKeyRequest = named(
  'UserKeyRequest',
  z
    .strictObject({
      user_id: opaqueText(MAX_USER_ID_BYTES).meta({
        description:
          "The builder's own name for the user, of 1 to 128 bytes: the same name, the same key",
        example: 'alice',
      }),
    })
    .transform((body) => ({ userId: body.user_id })),
  "A builder's user.",
);

/** `POST /v1/trades`; `from` inclusive, `to` exclusive. */
export const builderTradesRequest = named(
  'BuilderTradesRequest',
  z
    .strictObject({
      limit: integer(1, MAX_TRADES_PAGE).meta(LIMIT_SAID).default(DEFAULT_PAGE_LIMIT),
      market_id: marketId.describe('Trades of this market alone').optional(),
      before: beforeField('trade').optional(),
      from: unixSeconds.describe('Trades from this time on, in Unix seconds').optional(),
      to: unixSeconds
        .describe('Trades before this time, in Unix seconds')
        .meta({ example: 1_795_341_600 })
        .optional(),
    })
    .superRefine(requireFromBeforeTo)
    .transform((body) => ({
      filter: { marketId: body.market_id, fromSeconds: body.from, toSeconds: body.to },
      page: { limit: body.limit, before: body.before },
    })),
  'Which trades.',
);

const DAY_SECONDS = 86_400;
const REVENUE_RANGE_MESSAGE = `at most ${MAX_REVENUE_DAYS} days after \`from\``;

/** `GET /v1/builder/revenue`: whole UTC days; the one of `from` on, up to and with the one before `to`. */
export const builderRevenueQuery = z
  .strictObject({
    interval: word(['1d'])
      .meta({ description: 'How long a bucket is: a UTC day', example: '1d' })
      .default('1d'),
    from: unixSecondsText
      .describe('From the UTC day with this time on, in Unix seconds; without it 30 days back')
      .optional(),
    to: unixSecondsText
      .meta({
        description:
          'Up to this time, in Unix seconds; a day that has begun by then counts as a whole; without it now',
        example: EXAMPLE.time + DAY_SECONDS,
      })
      .optional(),
    market_id: marketId.describe('Of this market alone').optional(),
  })
  .superRefine(requireFromBeforeTo)
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    if (daysOf(from, to).toDay - daysOf(from, to).fromDay <= MAX_REVENUE_DAYS) return;
    context.addIssue({ code: 'custom', path: ['to'], message: REVENUE_RANGE_MESSAGE });
  })
  .transform(({ from, to, market_id }) => ({
    marketId: market_id,
    fromSeconds: from,
    toSeconds: to,
  }));

/** The whole UTC days that a range touches; `toDay` exclusive. */
export const daysOf = (fromSeconds: number, toSeconds: number) => ({
  fromDay: Math.floor(fromSeconds / DAY_SECONDS),
  toDay: Math.ceil(toSeconds / DAY_SECONDS),
});

/** `GET /v1/builder/users`: in the order of their keys. */
export const builderUsersQuery = z.strictObject({
  after: publicKey
    .describe('The `next_cursor` of the page before: users after this key')
    .optional(),
  limit: pageLimit(MAX_BUILDER_USERS_PAGE),
});

/** `GET /v1/builder/trades`: newest first. */
export const ownTradesQuery = z
  .strictObject({
    market_id: marketId.describe('Trades of this market alone').optional(),
    limit: pageLimit(MAX_TRADES_PAGE),
    before: beforeField('trade').optional(),
  })
  .transform(({ market_id, ...page }) => ({ marketId: market_id, page }));

export type OwnTradesQuery = z.infer<typeof ownTradesQuery>;
export type BuilderRevenueQuery = z.infer<typeof builderRevenueQuery>;
export type BuilderUsersQuery = z.infer<typeof builderUsersQuery>;
export type UserKeyRequest = z.infer<typeof userKeyRequest>;
export type BuilderTradesRequest = z.infer<typeof builderTradesRequest>;
