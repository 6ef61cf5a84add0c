import { CodedError } from '@bellwether/errors';
import { bytesColumn, toNumber } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import type { Candle as CandleRow, PrismaClient } from '../generated/client';
import {
  CANDLE_INTERVALS,
  DEFAULT_CANDLES,
  MAX_CANDLES,
  bucketWindow,
  fillCandles,
} from './candle';
import type { BucketWindow, Candle, CandleInterval } from './candle';

/** `fromSeconds` inclusive, `toSeconds` exclusive, both of a bucket's opening. */
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
   * Oldest first. Empty buckets carry the last close with volume 0; none before the first trade, none in the future.
   * Without `fromSeconds` the last 200 of the range.
   *
   * @throws CodedError VALIDATION_FAILED naming `from` where more than 1,500 would come;
   *   HISTORY_UNAVAILABLE where PostgreSQL does not answer
   */
  async ofMarket(marketId: Uint8Array, request: CandleRequest): Promise<Candle[]> {
    return this.connections.query(async (prisma) => {
      const scope = {
        marketId: bytesColumn(marketId),
        intervalSeconds: CANDLE_INTERVALS[request.interval],
      };
      const first = await edgeCandle(prisma, scope, 'asc', {});
      if (first === null) return [];
      const window = windowOf(request, first.timeSeconds);
      if (window.count === 0) return [];
      const { firstSeconds, endSeconds } = window;
      const [before, rows] = await Promise.all([
        edgeCandle(prisma, scope, 'desc', { lt: firstSeconds }),
        prisma.candle.findMany({
          where: { ...scope, timeSeconds: { gte: firstSeconds, lt: endSeconds } },
          orderBy: { timeSeconds: 'asc' },
        }),
      ]);
      return fillCandles(rows.map(candleOf), before?.close ?? null, window);
    });
  }
}

interface Scope {
  readonly marketId: Uint8Array<ArrayBuffer>;
  readonly intervalSeconds: number;
}

function windowOf(request: CandleRequest, firstTradeSeconds: number): BucketWindow {
  const window = bucketWindow({
    ...request,
    intervalSeconds: CANDLE_INTERVALS[request.interval],
    firstTradeSeconds,
    defaultCount: DEFAULT_CANDLES,
  });
  if (window.count > MAX_CANDLES) {
    throw new CodedError('VALIDATION_FAILED', {
      field: 'from',
      value: request.fromSeconds,
      candles: window.count,
      maximum: MAX_CANDLES,
      earliest: window.endSeconds - MAX_CANDLES * window.intervalSeconds,
    });
  }
  return window;
}

async function edgeCandle(
  prisma: PrismaClient,
  scope: Scope,
  order: 'asc' | 'desc',
  timeSeconds: { readonly lt?: number },
): Promise<Candle | null> {
  const row = await prisma.candle.findFirst({
    where: { ...scope, timeSeconds },
    orderBy: { timeSeconds: order },
  });
  return row === null ? null : candleOf(row);
}

const candleOf = (row: CandleRow): Candle => ({
  timeSeconds: toNumber(row.timeSeconds),
  open: row.open,
  high: row.high,
  low: row.low,
  close: row.close,
  volume: toNumber(row.volume),
  notional: toNumber(row.notionalMicroUsdc),
  trades: toNumber(row.trades),
});
