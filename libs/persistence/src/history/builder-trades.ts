/** Trades of an API key's users: the rows of a page, and the sums over all matching trades. */
import { assert } from '@bellwether/errors';
import type { Connections } from '../database';
import { rowsToRead } from '../page';
import type { PageRequest } from '../page';
import { END_OF_TIME_SECONDS, cutIntoBuckets } from './time-range';
import type { TimeRange } from './time-range';
import { TRADE_FIELDS } from './trade';
import type { Trade } from './trade';

/** `fromSeconds` inclusive, `toSeconds` exclusive, Unix seconds. */
export interface BuilderTradesFilter {
  readonly marketId?: Uint8Array | undefined;
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
}

export interface BuilderTotals {
  readonly totalBuilderFees: number;
  readonly totalProtocolFees: number;
}

/** Newest first, one row more than the page shows. */
export function matchingTrades(
  connections: Connections,
  keyId: Uint8Array,
  filter: BuilderTradesFilter,
  page: PageRequest,
): Promise<Trade[]> {
  const { from, to } = timeRangeOf(filter);
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  const values = [keyId, before, from, to, rowsToRead(page)];
  return filter.marketId === undefined
    ? connections.rows(PAGE, values)
    : connections.rows(PAGE_OF_MARKET, [...values, filter.marketId]);
}

/** Whole days and minutes come from stored sums, so the cost grows with days, not with trades. */
export async function builderTotals(
  connections: Connections,
  keyId: Uint8Array,
  filter: BuilderTradesFilter,
): Promise<BuilderTotals> {
  const { buckets, rests } = cutIntoBuckets(timeRangeOf(filter));
  const values = [
    keyId,
    filter.marketId ?? ALL_MARKETS,
    buckets.map(({ intervalSeconds }) => intervalSeconds),
    buckets.map(({ from }) => from),
    buckets.map(({ to }) => to),
    rests.map(({ from }) => from),
    rests.map(({ to }) => to),
  ];
  const text = filter.marketId === undefined ? TOTALS : TOTALS_OF_MARKET;
  const [totals] = await connections.rows<BuilderTotals>(text, values);
  assert(totals !== undefined, 'a sum has a row');
  return totals;
}

const timeRangeOf = ({ fromSeconds, toSeconds }: BuilderTradesFilter): TimeRange => ({
  from: Math.min(fromSeconds ?? 0, END_OF_TIME_SECONDS),
  to: Math.min(toSeconds ?? END_OF_TIME_SECONDS, END_OF_TIME_SECONDS),
});

/** Sums over all markets have their own rows. */
const ALL_MARKETS = new Uint8Array(0);

/** Trade ids rise with time, so a time range is an id range. */
const firstTradeAt = (seconds: string): string => `COALESCE((
  SELECT trade_id FROM trades WHERE timestamp_ms >= ${seconds}::bigint * 1000
  ORDER BY timestamp_ms, trade_id LIMIT 1
), 9223372036854775807)`;

/** Bounds and order name the index's whole key, so that the planner picks no other index. */
const pageOver = (key: string, keyValues: string): string => `
  SELECT ${TRADE_FIELDS} FROM (
    SELECT ${key}, trade_id FROM builder_trades
    WHERE (${key}, trade_id) < (${keyValues}, LEAST($2::bigint, ${firstTradeAt('$4')}))
      AND (${key}, trade_id) >= (${keyValues}, ${firstTradeAt('$3')})
    ORDER BY ${orderOf(key)} trade_id DESC LIMIT $5
  ) AS found JOIN trades t ON t.trade_id = found.trade_id
  ORDER BY t.trade_id DESC`;
function orderOf(key: string): string {
  return key
    .split(', ')
    .map((column) => `${column} DESC,`)
    .join(' ');
}
const PAGE = pageOver('key_id', '$1::bytea');
const PAGE_OF_MARKET = pageOver('key_id, market_id', '$1::bytea, $6::bytea');

/**
 * Each piece is summed by itself, so that it is looked up by the index's whole key and not joined to all rows of the
 * API key.
 */
const totalsOver = (marketOfTrades: string): string => `
  SELECT COALESCE(sum(builder_fee), 0)::bigint AS "totalBuilderFees",
    COALESCE(sum(protocol_fee), 0)::bigint AS "totalProtocolFees"
  FROM (
    SELECT part.builder_fee, part.protocol_fee
    FROM unnest($3::int[], $4::bigint[], $5::bigint[]) AS bucket (seconds, beginning, ending)
    CROSS JOIN LATERAL (
      SELECT sum(builder_fee) AS builder_fee, sum(protocol_fee) AS protocol_fee FROM builder_sums
      WHERE key_id = $1 AND market_id = $2 AND interval_seconds = bucket.seconds
        AND time_seconds >= bucket.beginning AND time_seconds < bucket.ending
    ) AS part
    UNION ALL
    SELECT part.builder_fee, part.protocol_fee
    FROM unnest($6::bigint[], $7::bigint[]) AS rest (beginning, ending)
    CROSS JOIN LATERAL (
      SELECT sum(builder_fee) AS builder_fee, sum(protocol_fee) AS protocol_fee FROM builder_trades
      WHERE key_id = $1 ${marketOfTrades} AND trade_id >= ${firstTradeAt('rest.beginning')}
        AND trade_id < ${firstTradeAt('rest.ending')}
    ) AS part
  ) AS parts`;
const TOTALS = totalsOver('');
const TOTALS_OF_MARKET = totalsOver('AND market_id = $2');
