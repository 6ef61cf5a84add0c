/**
 * Trades of each API key's users (builder_trades) and their sums per minute and day (builder_sums), updated as trades
 * happen. Only the projector writes them, under the cursor's lock. A new user link counts from the projector's next
 * transaction; the user's earlier trades follow (late-links.ts).
 */
import type { PoolClient } from 'pg';
import { SUM_INTERVALS } from '../history/time-range';
import type { Trade } from '../history/trade-history';
import { RowSet } from './row-set';

const INTERVALS = SUM_INTERVALS.map((seconds) => `(${seconds})`).join(', ');

/**
 * Adds the sides of trades that the CTE `side` holds: key_id, trade_id, market_id, timestamp_ms, the builder fee that
 * the key's user paid, and the trade's taker fee. A trade between two users of one key is one trade: both builder fees,
 * the taker fee once. If the key already has it through the user on the other side, only the builder fee is added.
 */
export const ADD_SIDES = `
  found AS (
    SELECT key_id, trade_id, market_id, timestamp_ms / 1000 AS time_seconds,
      sum(builder_fee)::bigint AS builder_fee, min(taker_fee) AS protocol_fee
    FROM side GROUP BY key_id, trade_id, market_id, time_seconds
  ),
  fresh AS (
    SELECT found.*, EXISTS (
      SELECT FROM builder_trades b WHERE b.key_id = found.key_id AND b.trade_id = found.trade_id
    ) AS known FROM found
  ),
  sums AS (
    INSERT INTO builder_sums AS s (
      key_id, market_id, interval_seconds, time_seconds, builder_fee, protocol_fee
    )
    SELECT key_id, scope.market_id, interval_seconds,
      time_seconds / interval_seconds * interval_seconds AS opening, sum(builder_fee),
      sum(CASE WHEN known THEN 0 ELSE protocol_fee END)
    FROM fresh
    CROSS JOIN LATERAL (VALUES (fresh.market_id), (''::bytea)) AS scope (market_id)
    CROSS JOIN (VALUES ${INTERVALS}) AS intervals (interval_seconds)
    GROUP BY key_id, scope.market_id, interval_seconds, opening
    ON CONFLICT (key_id, market_id, interval_seconds, time_seconds) DO UPDATE SET
      builder_fee = s.builder_fee + EXCLUDED.builder_fee,
      protocol_fee = s.protocol_fee + EXCLUDED.protocol_fee
  )
  INSERT INTO builder_trades AS b (key_id, trade_id, market_id, builder_fee, protocol_fee)
  SELECT key_id, trade_id, market_id, builder_fee, protocol_fee FROM fresh
  ON CONFLICT (key_id, trade_id) DO UPDATE SET builder_fee = b.builder_fee + EXCLUDED.builder_fee`;

/** One side of a new trade: the user, and the builder fee that the user paid. */
interface Side {
  readonly trade: Trade;
  readonly user: Uint8Array;
  readonly builderFee: number;
}

const NEW_SIDES = new RowSet<Side>({
  trade_id: ['bigint', ({ trade }) => trade.tradeId],
  market_id: ['bytea', ({ trade }) => trade.marketId],
  timestamp_ms: ['bigint', ({ trade }) => trade.timestampMs],
  taker_fee: ['bigint', ({ trade }) => trade.takerFee],
  user_key: ['bytea', (side) => side.user],
  builder_fee: ['bigint', (side) => side.builderFee],
});

const ADD_NEW_TRADES = {
  name: 'add_new_builder_trades',
  text: `
  WITH side AS (
    SELECT link.key_id, r.trade_id, r.market_id, r.timestamp_ms, r.taker_fee, r.builder_fee
    FROM ${NEW_SIDES.table} JOIN user_links link ON link.user_key = r.user_key AND link.projected
  ), ${ADD_SIDES}`,
};

/** The trades are new: each is added to the keys of its two users. */
export async function addTradesOfLinkedUsers(
  client: PoolClient,
  trades: readonly Trade[],
): Promise<void> {
  if (trades.length === 0) return;
  const sides = trades.flatMap((trade): Side[] => [
    { trade, user: trade.taker, builderFee: trade.builderFee },
    { trade, user: trade.maker, builderFee: trade.makerBuilderFee },
  ]);
  await client.query({ ...ADD_NEW_TRADES, values: NEW_SIDES.values(sides) });
}
