/**
 * What each API key earned per day and market (builder_revenue), added up as trades come. The key is the one that the
 * order came through, so the sums are those of the ledger's accounts of revenue.
 *
 * A mark says which trades are in. So trades that another release wrote in between, without these rows, are taken in too.
 */
import type { PoolClient } from 'pg';
import type { Trade } from '../history/trade-history';

const DAY_MS = 86_400_000;

const ADD_REVENUE = {
  name: 'add_builder_revenue',
  text: `
  WITH mark AS (
    SELECT COALESCE((SELECT trade_id FROM builder_revenue_mark WHERE mark_id = 0), 0) AS trade_id
  ),
  fresh AS (SELECT t.* FROM trades t, mark WHERE t.trade_id > mark.trade_id),
  side AS (
    SELECT builder AS key_id, market_id, timestamp_ms, builder_fee, quantity FROM fresh
    WHERE builder IS NOT NULL
    UNION ALL
    SELECT maker_builder, market_id, timestamp_ms, maker_builder_fee, quantity FROM fresh
    WHERE maker_builder IS NOT NULL
  ),
  marked AS (
    INSERT INTO builder_revenue_mark AS m (mark_id, trade_id)
    SELECT 0, max(trade_id) FROM fresh HAVING max(trade_id) IS NOT NULL
    ON CONFLICT (mark_id) DO UPDATE SET trade_id = EXCLUDED.trade_id
  )
  INSERT INTO builder_revenue AS r (key_id, day, market_id, builder_fee, fills, contracts)
  SELECT key_id, timestamp_ms / ${DAY_MS}, market_id, sum(builder_fee), count(*), sum(quantity)
  FROM side GROUP BY key_id, timestamp_ms / ${DAY_MS}, market_id
  ON CONFLICT (key_id, day, market_id) DO UPDATE SET
    builder_fee = r.builder_fee + EXCLUDED.builder_fee,
    fills = r.fills + EXCLUDED.fills,
    contracts = r.contracts + EXCLUDED.contracts`,
};

/** After the trades are written. Those without a builder change nothing, and are passed over by the next one with one. */
export async function addRevenue(client: PoolClient, trades: readonly Trade[]): Promise<void> {
  const earns = trades.some(
    ({ builder, makerBuilder }) => builder !== null || makerBuilder !== null,
  );
  if (earns) await client.query(ADD_REVENUE);
}
