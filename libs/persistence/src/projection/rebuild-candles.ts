import type { PoolClient } from 'pg';
import { MICRO_USDC_PER_BP, PRICE_SCALE_BPS } from '@bellwether/exchange';
import { CANDLE_INTERVALS } from '../history/candle';

const INTERVALS = Object.values(CANDLE_INTERVALS)
  .map((seconds) => `(${seconds})`)
  .join(', ');

/** The same sums as `CandleSums` makes from events, over all trades of a market at once. */
const INSERT_CANDLES = `
  INSERT INTO candles (
    market_id, interval_seconds, time_seconds, open, high, low, close,
    volume, notional_micro_usdc, trades
  )
  SELECT
    market_id, interval_seconds, timestamp_ms / 1000 / interval_seconds * interval_seconds AS opening,
    (array_agg(yes_price ORDER BY trade_id))[1],
    max(yes_price),
    min(yes_price),
    (array_agg(yes_price ORDER BY trade_id DESC))[1],
    sum(quantity),
    sum(yes_price::bigint * quantity * ${MICRO_USDC_PER_BP}),
    count(*)
  FROM (
    SELECT market_id, trade_id, timestamp_ms, quantity,
      CASE outcome WHEN 'yes' THEN price ELSE ${PRICE_SCALE_BPS} - price END AS yes_price
    FROM trades WHERE market_id = $1
  ) AS traded
  CROSS JOIN (VALUES ${INTERVALS}) AS intervals (interval_seconds)
  GROUP BY market_id, interval_seconds, opening`;

export async function rebuildCandlesOf(client: PoolClient, marketId: Uint8Array): Promise<void> {
  await client.query('DELETE FROM candles WHERE market_id = $1', [marketId]);
  await client.query(INSERT_CANDLES, [marketId]);
}
