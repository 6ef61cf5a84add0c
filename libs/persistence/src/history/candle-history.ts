import { CodedError } from '@bellwether/errors';
import { bigintColumn, shownSum } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import {
  CANDLE_INTERVALS,
  DEFAULT_CANDLES,
  MAX_CANDLES,
  bucketWindow,
  fillCandles,
} from './candle';
import type { BucketWindow, Candle, CandleInterval } from './candle';

/** `fromSeconds` is inclusive, `toSeconds` exclusive; both compare with a bucket's opening time. */
export interface CandleRequest {
  readonly interval: CandleInterval;
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
  /** No candle opens later. */
  readonly nowSeconds: number;
}

/** Prices over time, for every market that ever traded. */
export class CandleHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /**
   * Oldest first. Empty buckets carry the last close with volume 0. There are none before the first trade and none in
   * the future. Without `fromSeconds`, the last 200 of the range.
   *
   * @throws CodedError VALIDATION_FAILED naming `from` if there would be more than 1,500; HISTORY_UNAVAILABLE if
   * PostgreSQL does not answer
   */
  async ofMarket(marketId: Uint8Array, request: CandleRequest): Promise<Candle[]> {
    const scope = [marketId, CANDLE_INTERVALS[request.interval]];
    const [first] = await this.connections.rows<{ opening: string }>(FIRST, scope);
    if (first === undefined) return [];
    const window = windowOf(request, bigintColumn(first.opening));
    if (window.count === 0) return [];
    const values = [...scope, window.firstSeconds, window.endSeconds];
    const rows = await this.connections.rows<CandleRow>(WINDOW, values);
    const candles = rows.map(candleOf);
    // The candle before the window, if there is one, comes first.
    const isBefore = candles[0] !== undefined && candles[0].timeSeconds < window.firstSeconds;
    const [before, inside] = isBefore ? [candles[0]!, candles.slice(1)] : [null, candles];
    return fillCandles(inside, before?.close ?? null, window);
  }
}

const OF_INTERVAL = 'FROM candles WHERE market_id = $1 AND interval_seconds = $2';
const FIRST = `SELECT time_seconds AS opening ${OF_INTERVAL} ORDER BY time_seconds LIMIT 1`;
const WINDOW = `
  SELECT * FROM (
    (SELECT * ${OF_INTERVAL} AND time_seconds < $3 ORDER BY time_seconds DESC LIMIT 1)
    UNION ALL
    (SELECT * ${OF_INTERVAL} AND time_seconds >= $3 AND time_seconds < $4)
  ) AS found ORDER BY time_seconds`;

/** As `pg` returns it: BIGINT and NUMERIC as text. */
interface CandleRow extends Pick<Candle, 'open' | 'high' | 'low' | 'close'> {
  readonly time_seconds: string;
  readonly volume: string;
  readonly notional_micro_usdc: string;
  readonly trades: string;
}

function windowOf(request: CandleRequest, firstTradeSeconds: number): BucketWindow {
  const window = bucketWindow({
    ...request,
    intervalSeconds: CANDLE_INTERVALS[request.interval],
    firstTradeSeconds,
    defaultCount: DEFAULT_CANDLES,
  });
  if (window.count > MAX_CANDLES) {
    const earliest = window.endSeconds - MAX_CANDLES * window.intervalSeconds;
    throw new CodedError('VALIDATION_FAILED', {
      field: 'from',
      value: request.fromSeconds,
      candles: window.count,
      maximum: MAX_CANDLES,
      earliest,
      expected: `${earliest} or later: an answer has at most ${MAX_CANDLES} candles`,
    });
  }
  return window;
}

const candleOf = (row: CandleRow): Candle => ({
  timeSeconds: bigintColumn(row.time_seconds),
  open: row.open,
  high: row.high,
  low: row.low,
  close: row.close,
  volume: bigintColumn(row.volume),
  notional: shownSum(BigInt(row.notional_micro_usdc)),
  trades: bigintColumn(row.trades),
});
