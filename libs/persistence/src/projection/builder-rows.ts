/**
 * Trades of each API key's users (builder_trades) and their sums per minute and day (builder_sums), updated as trades
 * happen. Only the projector writes them, under the cursor's lock. A new user link counts from the projector's next
 * transaction, which first adds the user's earlier trades.
 */
import type { PoolClient } from 'pg';
import { SUM_INTERVALS } from '../history/time-range';
import type { Trade } from '../history/trade-history';
import { RowSet } from './row-set';

/** A builder may link users faster than trades come; the rest wait for the next transaction. */
const LINKS_PER_TRANSACTION = 1_000;

/** Both sides of every trade: the user, and the builder fee that the user paid. */
const SIDES = `(
    SELECT trade_id, market_id, timestamp_ms, taker_fee, taker AS user_key, builder_fee FROM trades
    UNION ALL
    SELECT trade_id, market_id, timestamp_ms, taker_fee, maker, maker_builder_fee FROM trades
  ) AS side`;

/** A trade between two users of one key is one trade: both builder fees, the taker fee once. */
const FOUND_COLUMNS = `
  link.key_id, side.trade_id, side.market_id, side.timestamp_ms / 1000 AS time_seconds,
  sum(side.builder_fee)::bigint AS builder_fee, min(side.taker_fee) AS protocol_fee`;
const FOUND_GROUPS = 'GROUP BY link.key_id, side.trade_id, side.market_id, time_seconds';

const INTERVALS = SUM_INTERVALS.map((seconds) => `(${seconds})`).join(', ');

/**
 * Adds the `found` trades. If the key already has a trade through the user on its other side, only the builder fee is
 * added.
 */
const ADD_FOUND = `
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

interface Link {
  readonly user_key: Uint8Array;
  readonly key_id: Uint8Array;
}

const LINKS = new RowSet<Link>({
  user_key: ['bytea', (row) => row.user_key],
  key_id: ['bytea', (row) => row.key_id],
});

const TAKE_LINKS = {
  name: 'take_links',
  text: `
  UPDATE user_links SET projected = true
  WHERE (user_key, key_id) IN (
    SELECT user_key, key_id FROM user_links WHERE NOT projected LIMIT ${LINKS_PER_TRANSACTION}
  )
  RETURNING user_key, key_id`,
};

const ADD_EARLIER_TRADES = `
  WITH link AS (SELECT ${LINKS.names} FROM ${LINKS.table}),
  found AS (
    SELECT ${FOUND_COLUMNS} FROM link JOIN ${SIDES} ON side.user_key = link.user_key
    ${FOUND_GROUPS}
  ), ${ADD_FOUND}`;

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
  WITH side AS (SELECT ${NEW_SIDES.names} FROM ${NEW_SIDES.table}),
  found AS (
    SELECT ${FOUND_COLUMNS}
    FROM side JOIN user_links link ON link.user_key = side.user_key AND link.projected
    ${FOUND_GROUPS}
  ), ${ADD_FOUND}`,
};

/** @returns the number of links added; if it equals the limit of a transaction, more may wait */
export async function takeInLinks(client: PoolClient): Promise<number> {
  const { rows } = await client.query<Link>(TAKE_LINKS);
  if (rows.length > 0) await client.query(ADD_EARLIER_TRADES, LINKS.values(rows));
  return rows.length;
}

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
