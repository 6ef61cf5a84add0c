/**
 * Rebuilds a market's candles of a UTC day from its trades, and counts the differences. A day is whole buckets of every
 * interval. The sums equal those that `CandleSums` makes from events: minutes from the trades, longer intervals from
 * the minutes, so that a day of a million trades is read once.
 */
import { assert } from '@bellwether/errors';
import { MICRO_USDC_PER_BP, PRICE_SCALE_BPS } from '@bellwether/exchange';
import { CANDLE_INTERVALS } from '../history/candle';
import { columnsOf } from '../columns';
import type { Client } from '../transaction';

export interface RepairedCandles {
  /** Candles made from the trades. */
  readonly candles: number;
  /** How many of them were missing or different, plus candles that existed without a trade. */
  readonly repaired: number;
}

export const SECONDS_A_DAY = CANDLE_INTERVALS['1d'];
const SECONDS_A_MINUTE = CANDLE_INTERVALS['1m'];
const INTERVALS = Object.values(CANDLE_INTERVALS);

/**
 * The opening of the next day, at `from` or later, on which the market has trades or candles; `null` if there is none.
 */
export async function nextDayOf(
  client: Client,
  marketId: Uint8Array,
  fromSeconds: number,
): Promise<number | null> {
  const { rows } = await client.query<{ next: number | null }>(NEXT, [marketId, fromSeconds]);
  const next = rows[0]?.next ?? null;
  return next === null ? null : Math.floor(next / SECONDS_A_DAY) * SECONDS_A_DAY;
}

/** Runs under the cursor's lock: no trade is added meanwhile. */
export async function repairDay(
  client: Client,
  marketId: Uint8Array,
  daySeconds: number,
): Promise<RepairedCandles> {
  const { rows } = await client.query<RepairedCandles>(REPAIR, [
    marketId,
    daySeconds,
    daySeconds + SECONDS_A_DAY,
  ]);
  const [row] = rows;
  assert(row !== undefined, 'a count has a row');
  return row;
}

/** Trade ids rise with time, so an id range is a time range. */
const firstTradeAt = (parameter: string): string => `COALESCE((
  SELECT trade_id FROM trades WHERE timestamp_ms >= ${parameter}::bigint * 1000
  ORDER BY timestamp_ms, trade_id LIMIT 1
), 9223372036854775807)`;

const NEXT = `
  SELECT min(seconds) AS next FROM (
    (SELECT timestamp_ms / 1000 AS seconds FROM trades
    WHERE market_id = $1 AND trade_id >= ${firstTradeAt('$2')} ORDER BY trade_id LIMIT 1)
    ${INTERVALS.map(
      (interval) => `UNION ALL
    (SELECT time_seconds FROM candles WHERE market_id = $1 AND interval_seconds = ${interval}
    AND time_seconds >= $2 ORDER BY time_seconds LIMIT 1)`,
    ).join(' ')}
  ) AS found`;

const NAMES = columnsOf('Candle').map(({ name }) => name);
const COLUMNS = NAMES.join(', ');
const KEY = ['market_id', 'interval_seconds', 'time_seconds'];
const FIGURES = NAMES.filter((name) => !KEY.includes(name));
const figuresOf = (table: string): string => FIGURES.map((name) => `${table}.${name}`).join(', ');

/** A month is marked before its first trade is dropped: so where no mark is seen, all trades are. */
const IS_KEPT = 'NOT EXISTS (SELECT FROM dropped_months WHERE end_ms > $2::bigint * 1000)';

const REPAIR = `
  WITH minutes AS MATERIALIZED (
    SELECT timestamp_ms / 1000 / ${SECONDS_A_MINUTE} * ${SECONDS_A_MINUTE} AS opening,
      (array_agg(yes_price ORDER BY trade_id))[1] AS open, max(yes_price) AS high,
      min(yes_price) AS low, (array_agg(yes_price ORDER BY trade_id DESC))[1] AS close,
      sum(quantity) AS volume, sum(yes_price::bigint * quantity * ${MICRO_USDC_PER_BP}) AS notional,
      count(*) AS trades
    FROM (
      SELECT trade_id, timestamp_ms, quantity,
        CASE outcome WHEN 'yes' THEN price ELSE ${PRICE_SCALE_BPS} - price END AS yes_price
      FROM trades WHERE market_id = $1 AND ${IS_KEPT}
        AND trade_id >= ${firstTradeAt('$2')} AND trade_id < ${firstTradeAt('$3')}
    ) AS traded GROUP BY opening
  ),
  made AS (
    SELECT $1::bytea AS market_id, interval_seconds,
      opening / interval_seconds * interval_seconds AS time_seconds,
      (array_agg(open ORDER BY opening))[1] AS open, max(high) AS high, min(low) AS low,
      (array_agg(close ORDER BY opening DESC))[1] AS close, sum(volume)::bigint AS volume,
      sum(notional) AS notional_micro_usdc, sum(trades)::bigint AS trades
    FROM minutes
    CROSS JOIN (VALUES ${INTERVALS.map((one) => `(${one})`).join(', ')}) AS i (interval_seconds)
    GROUP BY interval_seconds, time_seconds
  ),
  removed AS (
    DELETE FROM candles c WHERE c.market_id = $1 AND ${IS_KEPT}
      AND c.interval_seconds IN (${INTERVALS.join(', ')})
      AND c.time_seconds >= $2 AND c.time_seconds < $3
      AND NOT EXISTS (
        SELECT FROM made WHERE made.interval_seconds = c.interval_seconds
          AND made.time_seconds = c.time_seconds
      )
    RETURNING 1
  ),
  mended AS (
    INSERT INTO candles AS c (${COLUMNS}) SELECT ${COLUMNS} FROM made
    ON CONFLICT (market_id, interval_seconds, time_seconds) DO UPDATE SET
      ${FIGURES.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}
    WHERE (${figuresOf('c')}) IS DISTINCT FROM (${figuresOf('EXCLUDED')})
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM made) AS candles,
    (SELECT count(*) FROM removed) + (SELECT count(*) FROM mended) AS repaired`;
