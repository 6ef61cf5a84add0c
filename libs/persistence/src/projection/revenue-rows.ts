/**
 * What each API key earned per day and market (builder_revenue), added up as trades come. The key is the one that the
 * order came through, so the sums are those of the ledger's accounts of revenue.
 *
 * A mark says which trades are in. So trades that another release wrote in between, without these rows, are taken in
 * too: by steps, as they may be millions.
 */
import type { PoolClient } from 'pg';
import { bigintColumn } from '../column-values';
import type { Trade } from '../history/trade-history';
import { RowSet } from './row-set';

const DAY_MS = 86_400_000;
/** A tenth of a second. */
const EARLIER_TRADES_PER_TRANSACTION = 10_000;

/** Adds the sides of trades that the CTE `side` holds. */
const ADD_SIDES = `
  INSERT INTO builder_revenue AS r (key_id, day, market_id, builder_fee, fills, contracts)
  SELECT key_id, timestamp_ms / ${DAY_MS}, market_id, sum(builder_fee), count(*), sum(quantity)
  FROM side GROUP BY key_id, timestamp_ms / ${DAY_MS}, market_id
  ON CONFLICT (key_id, day, market_id) DO UPDATE SET
    builder_fee = r.builder_fee + EXCLUDED.builder_fee,
    fills = r.fills + EXCLUDED.fills,
    contracts = r.contracts + EXCLUDED.contracts`;

const moveMark = (tradeId: string): string => `
  marked AS (
    INSERT INTO builder_revenue_mark (mark_id, trade_id) VALUES (0, ${tradeId})
    ON CONFLICT (mark_id) DO UPDATE SET trade_id = EXCLUDED.trade_id
  )`;

interface Side {
  readonly keyId: Uint8Array;
  readonly trade: Trade;
  readonly builderFee: number;
}

const SIDES = new RowSet<Side>({
  key_id: ['bytea', ({ keyId }) => keyId],
  market_id: ['bytea', ({ trade }) => trade.marketId],
  timestamp_ms: ['bigint', ({ trade }) => trade.timestampMs],
  builder_fee: ['bigint', ({ builderFee }) => builderFee],
  quantity: ['integer', ({ trade }) => trade.quantity],
});

const ADD_REVENUE = {
  name: 'add_builder_revenue',
  text: `
  WITH side AS (SELECT ${SIDES.names} FROM ${SIDES.table}), ${moveMark('$6')} ${ADD_SIDES}`,
};

/** Trades that are new, where all earlier ones are in. */
export async function addRevenue(client: PoolClient, trades: readonly Trade[]): Promise<void> {
  const last = trades.at(-1);
  if (last === undefined) return;
  const sides = trades.flatMap((trade): Side[] => [
    ...sideOf(trade, trade.builder, trade.builderFee),
    ...sideOf(trade, trade.makerBuilder, trade.makerBuilderFee),
  ]);
  await client.query({ ...ADD_REVENUE, values: [...SIDES.values(sides), last.tradeId] });
}

const sideOf = (trade: Trade, keyId: Uint8Array | null, builderFee: number): Side[] =>
  keyId === null ? [] : [{ trade, keyId, builderFee }];

const READ_MARK = {
  name: 'builder_revenue_mark',
  text: `
  SELECT COALESCE((SELECT trade_id FROM builder_revenue_mark WHERE mark_id = 0), 0) AS mark,
    COALESCE((SELECT max(trade_id) FROM trades), 0) AS last`,
};

const TAKE_IN = `
  WITH fresh AS MATERIALIZED (
    SELECT trade_id, market_id, timestamp_ms, quantity, builder, builder_fee, maker_builder,
      maker_builder_fee
    FROM trades WHERE trade_id > $1 ORDER BY trade_id LIMIT $2
  ),
  side AS (
    SELECT builder AS key_id, market_id, timestamp_ms, builder_fee, quantity FROM fresh
    WHERE builder IS NOT NULL
    UNION ALL
    SELECT maker_builder, market_id, timestamp_ms, maker_builder_fee, quantity FROM fresh
    WHERE maker_builder IS NOT NULL
  ), ${moveMark('(SELECT max(trade_id) FROM fresh)')} ${ADD_SIDES}`;

/**
 * Takes in the next trades that another release wrote. Before the transaction's own trades.
 *
 * @returns false if all trades up to now were in already
 */
export async function takeInRevenue(
  client: PoolClient,
  limit = EARLIER_TRADES_PER_TRANSACTION,
): Promise<boolean> {
  const { rows } = await client.query<{ mark: string; last: string }>(READ_MARK);
  const mark = bigintColumn(rows[0]?.mark ?? '0');
  if (mark >= bigintColumn(rows[0]?.last ?? '0')) return false;
  await client.query(TAKE_IN, [mark, limit]);
  return true;
}
