import { CodedError } from '@bellwether/errors';
import { shownSum } from '../column-values';
import { fieldsOf } from '../columns';
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
    const [first] = await this.connections.rows<{ opening: number }>(FIRST, scope);
    if (first === undefined) return [];
    const window = windowOf(request, first.opening);
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

const CANDLE_FIELDS = [
  'timeSeconds',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'notional',
  'trades',
] as const;

const OF_INTERVAL = 'FROM candles WHERE market_id = $1 AND interval_seconds = $2';
const FIRST = `SELECT time_seconds AS opening ${OF_INTERVAL} ORDER BY time_seconds LIMIT 1`;
const WINDOW = `
  SELECT ${fieldsOf('Candle', '', CANDLE_FIELDS)} FROM (
    (SELECT * ${OF_INTERVAL} AND time_seconds < $3 ORDER BY time_seconds DESC LIMIT 1)
    UNION ALL
    (SELECT * ${OF_INTERVAL} AND time_seconds >= $3 AND time_seconds < $4)
  ) AS found ORDER BY time_seconds`;

type CandleRow = Omit<Candle, 'notional'> & { readonly notional: bigint };

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

const candleOf = (row: CandleRow): Candle => ({ ...row, notional: shownSum(row.notional) });
