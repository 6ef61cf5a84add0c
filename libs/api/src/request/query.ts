/** Queries and path parameters of read endpoints. Times are Unix seconds, cursors exclusive. */
import {
  CASE_STATUSES,
  MARKET_STATUSES,
  MAX_CATEGORY_BYTES,
  MAX_EVENT_ID_BYTES,
  MAX_NONCE,
  ORDER_STATUSES,
} from '@bellwether/exchange';
import { z } from 'zod';
import { beforeField } from '../cursor';
import { CATALOGUE_SORTS, MAX_LIST_CURSOR_CHARACTERS, decodeListCursor } from '../list-cursor';
import { EXAMPLE } from '../examples';
import {
  LIMIT_SAID,
  codedIssue,
  decimal,
  marketId,
  pageLimit,
  requireFromBeforeTo,
  text,
  unixSecondsText,
  word,
} from './fields';
import {
  MAX_AUDIT_PAGE,
  DEFAULT_CASES_PAGE,
  MAX_BOOK_DEPTH,
  MAX_CASES_PAGE,
  MAX_EVENTS_PAGE,
  MAX_KEYS_PAGE,
  MAX_ORDERS_PAGE,
  MAX_POSITIONS_PAGE,
  MAX_SEARCH_BYTES,
  MAX_TRADES_PAGE,
} from './limits';
import { operatorName } from './operators';

const pageFields = (kind: 'trade' | 'audit', max: number) => ({
  limit: pageLimit(max),
  before: beforeField(kind).optional(),
});

/** `GET /v1/markets/{id}/trades`, `GET /v1/trades/{public_key}` */
export const tradesQuery = z.strictObject(pageFields('trade', MAX_TRADES_PAGE));
/** `GET /admin/audit` */
export const auditQuery = z
  .strictObject({
    operator: operatorName.describe('Calls of this operator alone').optional(),
    kind: word(['all', 'changes'])
      .meta({ description: '`changes` leaves out calls that only read', example: 'all' })
      .default('all'),
    ...pageFields('audit', MAX_AUDIT_PAGE),
  })
  .transform(({ operator, kind, ...page }) => ({
    filter: { operator, changesAlone: kind === 'changes' },
    page,
  }));

const LIST_CURSOR = 'a `next_cursor` of this list, with the same `sort`';

/** `category` is a name, or name and sub as `sports/football`; `q` searches question and labels. */
export const catalogueQuery = z
  .strictObject({
    status: word(MARKET_STATUSES)
      .meta({ description: 'Entries of this status alone', example: 'active' })
      .optional(),
    category: text({ maxBytes: 2 * MAX_CATEGORY_BYTES + 1 })
      .meta({
        description:
          'Entries of this category alone: a name, or a name and a sub as `weather/rain`',
        example: 'weather',
      })
      .optional(),
    event_id: text({ maxBytes: MAX_EVENT_ID_BYTES })
      .meta({ description: 'This event alone', example: EXAMPLE.eventId })
      .optional(),
    q: text({ maxBytes: MAX_SEARCH_BYTES })
      .meta({ description: 'Entries with this text in question or labels', example: 'rain' })
      .optional(),
    sort: word(CATALOGUE_SORTS)
      .meta({
        description:
          '`newest`; `volume` or `volume_24h`, most traded first; `ending`, what ends first, with the ended before it: filter by `status`',
        example: 'newest',
      })
      .default('newest'),
    limit: pageLimit(MAX_EVENTS_PAGE),
    before: z
      .string({ error: LIST_CURSOR })
      .meta({
        description:
          'The `next_cursor` of the page before, of the same `sort`: what comes after it in the list',
        maxLength: MAX_LIST_CURSOR_CHARACTERS,
        codes: ['INVALID_CURSOR'],
      })
      .optional(),
  })
  .transform((query, context) => {
    const { sort, before: cursor } = query;
    const before = cursor === undefined ? undefined : decodeListCursor(sort, cursor);
    if (cursor !== undefined && before === undefined) {
      context.addIssue({ ...codedIssue('INVALID_CURSOR', LIST_CURSOR), path: ['before'] });
      return z.NEVER;
    }
    return {
      filter: {
        status: query.status,
        category: query.category,
        eventId: query.event_id,
        search: query.q,
      },
      sort,
      page: { limit: query.limit, before },
    };
  });

/** `GET /v1/cases`: `category` is a name, or name and sub as `sports/football`. */
export const casesQuery = z
  .strictObject({
    status: word(CASE_STATUSES)
      .meta({ description: 'Cases of this status alone', example: 'proposed' })
      .optional(),
    category: text({ maxBytes: 2 * MAX_CATEGORY_BYTES + 1 })
      .meta({
        description: 'Cases of this category alone: a name, or a name and a sub as `weather/rain`',
        example: 'weather',
      })
      .optional(),
    limit: decimal(1, MAX_CASES_PAGE).meta(LIMIT_SAID).default(DEFAULT_CASES_PAGE),
    before: beforeField('case').optional(),
  })
  .transform(({ status, category, ...page }) => {
    if (category === undefined) return { filter: { status }, page };
    const [name = '', ...subs] = category.split('/');
    const sub = subs.length === 0 ? undefined : subs.join('/');
    return { filter: { status, category: { name, sub } }, page };
  });

const DRY_RUN_WORDS = ['true', 'false'] as const;
/** Of resolutions: `true` returns the payments, and does nothing. */
export const dryRunQuery = z
  .strictObject({
    dry_run: word(DRY_RUN_WORDS)
      .meta({
        description: '`true`: say what it would pay, and do nothing',
        example: 'false',
      })
      .default('false'),
  })
  .transform((query) => ({ isDryRun: query.dry_run === 'true' }));

/** `GET /v1/markets/{id}/book`: the full book unless `depth` limits it. */
export const bookQuery = z.strictObject({
  depth: decimal(1, MAX_BOOK_DEPTH)
    .meta({ description: 'How many levels a side', example: 5 })
    .default(MAX_BOOK_DEPTH),
});

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '1h', '1d'] as const;

/** `GET /v1/markets/{id}/candles`: `from` inclusive, `to` exclusive. */
export const candlesQuery = z
  .strictObject({
    interval: word(CANDLE_INTERVALS).meta({
      description: 'How long a bucket is',
      example: '1m',
    }),
    from: unixSecondsText
      .describe('Buckets from this one on, in Unix seconds; without it the last 200')
      .optional(),
    to: unixSecondsText
      .meta({
        description: 'Buckets before this time, in Unix seconds',
        example: EXAMPLE.time + 3_600,
      })
      .optional(),
  })
  .superRefine(requireFromBeforeTo)
  .transform((query) => ({
    interval: query.interval,
    fromSeconds: query.from,
    toSeconds: query.to,
  }));

/** `GET /v1/orders/{public_key}`: `open` means `resting` and `partially_filled`. */
export const ordersQuery = z
  .strictObject({
    status: word(['open', ...ORDER_STATUSES])
      .meta({
        description: 'Orders of this status alone; `open` is `resting` and `partially_filled`',
        example: 'open',
      })
      .optional(),
    market_id: marketId.describe('Orders of this market alone').optional(),
    limit: pageLimit(MAX_ORDERS_PAGE),
    before: beforeField('order').optional(),
  })
  .transform((query) => ({
    filter: { status: query.status, marketId: query.market_id },
    page: { limit: query.limit, before: query.before },
  }));

/** `GET /v1/positions/{public_key}`: all of them without `status`. */
export const positionsQuery = z
  .strictObject({
    status: word(['open', 'closed'])
      .meta({
        description:
          '`open`: positions with contracts alone; `closed`: those whose contracts are all sold, redeemed or paid out',
        example: 'open',
      })
      .optional(),
    market_id: marketId.describe('The position in this market alone').optional(),
    limit: pageLimit(MAX_POSITIONS_PAGE),
    before: beforeField('position').optional(),
  })
  .transform((query) => ({
    filter: { status: query.status, marketId: query.market_id },
    page: { limit: query.limit, before: query.before },
  }));

/** `GET /admin/keys`: oldest first; `after` is the previous page's `next_cursor`. */
export const keysQuery = z
  .strictObject({
    builder_id: text({ maxBytes: 64 })
      .meta({ description: 'Keys of this builder alone', example: EXAMPLE.builderId })
      .optional(),
    after: text({ maxBytes: 128 })
      .meta({ description: 'The `next_cursor` of the page before' })
      .optional(),
    limit: pageLimit(MAX_KEYS_PAGE),
  })
  .transform((query) => ({
    ...(query.builder_id === undefined ? {} : { builderId: query.builder_id }),
    ...(query.after === undefined ? {} : { after: query.after }),
    limit: query.limit,
  }));

export const orderIdParameter = decimal(1, Number.MAX_SAFE_INTEGER).meta({
  description: 'The order',
  example: 42,
});
export const nonceParameter = decimal(1, MAX_NONCE).meta({
  description: 'The nonce that the order was sent under',
  example: 1,
});
export const eventIdParameter = text({ maxBytes: MAX_EVENT_ID_BYTES }).meta({
  description: 'The event',
  example: EXAMPLE.eventId,
});

export type TradesQuery = z.infer<typeof tradesQuery>;
export type AuditQuery = z.infer<typeof auditQuery>;
export type CatalogueQuery = z.infer<typeof catalogueQuery>;
export type DryRunQuery = z.infer<typeof dryRunQuery>;
export type BookQuery = z.infer<typeof bookQuery>;
export type CandlesQuery = z.infer<typeof candlesQuery>;
export type OrdersQuery = z.infer<typeof ordersQuery>;
export type PositionsQuery = z.infer<typeof positionsQuery>;
export type KeysQuery = z.infer<typeof keysQuery>;
