/** Queries and path parameters of the reads. Times are Unix seconds, cursors exclusive. */
import {
  MARKET_STATUSES,
  MAX_CATEGORY_BYTES,
  MAX_EVENT_ID_BYTES,
  MAX_NONCE,
  ORDER_STATUSES,
} from '@bellwether/exchange';
import { z } from 'zod';
import { beforeField } from '../cursor';
import { decimal, marketId, requireFromBeforeTo, text, unixSecondsText, word } from './fields';
import {
  DEFAULT_PAGE_LIMIT,
  MAX_AUDIT_PAGE,
  MAX_BOOK_DEPTH,
  MAX_EVENTS_PAGE,
  MAX_KEYS_PAGE,
  MAX_ORDERS_PAGE,
  MAX_SEARCH_BYTES,
  MAX_TRADES_PAGE,
} from './limits';

const pageFields = (kind: 'trade' | 'audit', max: number) => ({
  limit: decimal(1, max).default(DEFAULT_PAGE_LIMIT),
  before: beforeField(kind).optional(),
});

/** `GET /v1/markets/{id}/trades`, `GET /v1/trades/{public_key}` */
export const tradesQuery = z.strictObject(pageFields('trade', MAX_TRADES_PAGE));
/** `GET /admin/audit` */
export const auditQuery = z.strictObject(pageFields('audit', MAX_AUDIT_PAGE));

/** `category` is a name, or a name and a sub as `sports/football`; `q` is found anywhere in question and labels. */
export const catalogueQuery = z
  .strictObject({
    status: word(MARKET_STATUSES).optional(),
    category: text({ maxBytes: 2 * MAX_CATEGORY_BYTES + 1 }).optional(),
    event_id: text({ maxBytes: MAX_EVENT_ID_BYTES }).optional(),
    q: text({ maxBytes: MAX_SEARCH_BYTES }).optional(),
    limit: decimal(1, MAX_EVENTS_PAGE).default(DEFAULT_PAGE_LIMIT),
    before: beforeField('event').optional(),
  })
  .transform((query) => ({
    filter: {
      status: query.status,
      category: query.category,
      eventId: query.event_id,
      search: query.q,
    },
    page: { limit: query.limit, before: query.before },
  }));

/** `GET /v1/markets/{id}/book`: the full book unless a smaller depth is asked for. */
export const bookQuery = z.strictObject({
  depth: decimal(1, MAX_BOOK_DEPTH).default(MAX_BOOK_DEPTH),
});

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '1h', '1d'] as const;

/** `GET /v1/markets/{id}/candles`: `from` inclusive, `to` exclusive. */
export const candlesQuery = z
  .strictObject({
    interval: word(CANDLE_INTERVALS),
    from: unixSecondsText.optional(),
    to: unixSecondsText.optional(),
  })
  .superRefine(requireFromBeforeTo)
  .transform((query) => ({
    interval: query.interval,
    fromSeconds: query.from,
    toSeconds: query.to,
  }));

/** `GET /v1/orders/{public_key}`: `open` is `resting` and `partially_filled` together. */
export const ordersQuery = z
  .strictObject({
    status: word(['open', ...ORDER_STATUSES]).optional(),
    market_id: marketId.optional(),
    limit: decimal(1, MAX_ORDERS_PAGE).default(DEFAULT_PAGE_LIMIT),
    before: beforeField('order').optional(),
  })
  .transform((query) => ({
    filter: { status: query.status, marketId: query.market_id },
    page: { limit: query.limit, before: query.before },
  }));

/** `GET /admin/keys`: oldest first, `after` is the last page's `next_cursor`. */
export const keysQuery = z
  .strictObject({
    builder_id: text({ maxBytes: 64 }).optional(),
    after: text({ maxBytes: 128 }).optional(),
    limit: decimal(1, MAX_KEYS_PAGE).default(DEFAULT_PAGE_LIMIT),
  })
  .transform((query) => ({
    ...(query.builder_id === undefined ? {} : { builderId: query.builder_id }),
    ...(query.after === undefined ? {} : { after: query.after }),
    limit: query.limit,
  }));

export const orderIdParameter = decimal(1, Number.MAX_SAFE_INTEGER);
export const nonceParameter = decimal(1, MAX_NONCE);
export const eventIdParameter = text({ maxBytes: MAX_EVENT_ID_BYTES });

export type TradesQuery = z.infer<typeof tradesQuery>;
export type AuditQuery = z.infer<typeof auditQuery>;
export type CatalogueQuery = z.infer<typeof catalogueQuery>;
export type BookQuery = z.infer<typeof bookQuery>;
export type CandlesQuery = z.infer<typeof candlesQuery>;
export type OrdersQuery = z.infer<typeof ordersQuery>;
export type KeysQuery = z.infer<typeof keysQuery>;
