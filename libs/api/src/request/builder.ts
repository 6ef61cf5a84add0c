/** Bodies of the signer's endpoints other than orders. */
import { z } from 'zod';
import { named } from '../answer/fields';
import { beforeField } from '../cursor';
import {
  LIMIT_SAID,
  integer,
  marketId,
  opaqueText,
  requireFromBeforeTo,
  unixSeconds,
} from './fields';
import { DEFAULT_PAGE_LIMIT, MAX_TRADES_PAGE } from './limits';

/** Decisions 1: `user_id` is 1 to 128 bytes of UTF-8. */
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

export type UserKeyRequest = z.infer<typeof userKeyRequest>;
export type BuilderTradesRequest = z.infer<typeof builderTradesRequest>;
