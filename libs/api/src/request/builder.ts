/** Bodies of the signer's endpoints that are not orders. */
import { z } from 'zod';
import { beforeField } from '../cursor';
import { integer, marketId, opaqueText, requireFromBeforeTo, unixSeconds } from './fields';
import { DEFAULT_PAGE_LIMIT, MAX_TRADES_PAGE } from './limits';

/** Decisions 1: `user_id` is 1 to 128 bytes of UTF-8. */
const MAX_USER_ID_BYTES = 128;

/** `POST /v1/keys` */
export const userKeyRequest = z
  .strictObject({ user_id: opaqueText(MAX_USER_ID_BYTES) })
  .transform((body) => ({ userId: body.user_id }));

/** `POST /v1/trades`; `from` inclusive, `to` exclusive. */
export const builderTradesRequest = z
  .strictObject({
    limit: integer(1, MAX_TRADES_PAGE).default(DEFAULT_PAGE_LIMIT),
    market_id: marketId.optional(),
    before: beforeField('trade').optional(),
    from: unixSeconds.optional(),
    to: unixSeconds.optional(),
  })
  .superRefine(requireFromBeforeTo)
  .transform((body) => ({
    filter: { marketId: body.market_id, fromSeconds: body.from, toSeconds: body.to },
    page: { limit: body.limit, before: body.before },
  }));

export type UserKeyRequest = z.infer<typeof userKeyRequest>;
export type BuilderTradesRequest = z.infer<typeof builderTradesRequest>;
