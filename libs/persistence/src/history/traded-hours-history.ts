import type { PoolClient } from 'pg';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { CANDLE_INTERVALS } from './candle';

/** One hour of a market with trades; prices in bp of YES, `hour` in hours since 1970. */
export interface HourOfTrades {
  readonly hour: number;
  readonly open: number;
  readonly close: number;
  readonly volume: number;
}

export interface MarketHours {
  readonly marketId: Uint8Array;
  /** Oldest first. */
  readonly hours: readonly HourOfTrades[];
  /** The last price before the first of the requested hours; null if there was no trade. */
  readonly closeBefore: number | null;
}

export interface HoursAsOf {
  /** The last event that history had. Zeros: none. */
  readonly until: { readonly seq: number; readonly index: number };
  /** Those of the requested markets that were ever traded. */
  readonly markets: readonly MarketHours[];
}

/** Markets a statement: each is two look-ups in an index, some tens of milliseconds together. */
const MARKETS_A_STATEMENT = 1_000;

/** The hours of many markets, all as of one event: what a gateway needs at its start. */
export class TradedHoursHistory {
  private readonly connections: Connections;

  constructor(
    database: Database,
    private readonly shard: number,
  ) {
    this.connections = connectionsOf(database);
  }

  /**
   * The hours from `fromHour` on.
   * @throws CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer
   */
  since(fromHour: number, marketIds: readonly Uint8Array[]): Promise<HoursAsOf> {
    return this.connections.transaction(async (client) => {
      // One snapshot for the cursor and all candles: the projector writes them together.
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const until = await this.cursor(client);
      const markets: MarketHours[] = [];
      for (let at = 0; at < marketIds.length; at += MARKETS_A_STATEMENT) {
        const some = marketIds.slice(at, at + MARKETS_A_STATEMENT);
        const { rows } = await client.query<HourRow>(HOURS, [some, fromHour * SECONDS_AN_HOUR]);
        markets.push(...byMarket(rows, fromHour));
      }
      return { until, markets };
    });
  }

  private async cursor(client: PoolClient): Promise<HoursAsOf['until']> {
    const { rows } = await client.query<HoursAsOf['until']>(
      'SELECT seq, event_index AS index FROM projection_cursor WHERE shard = $1',
      [this.shard],
    );
    return rows[0] ?? { seq: 0, index: 0 };
  }
}

const SECONDS_AN_HOUR = CANDLE_INTERVALS['1h'];
/** The last candle before the hours comes first. */
const HOURS = `
  SELECT asked.market_id AS "marketId", c.time_seconds AS "timeSeconds", c.open, c.close, c.volume
  FROM unnest($1::bytea[]) AS asked (market_id), LATERAL (
    (SELECT * FROM candles WHERE market_id = asked.market_id AND interval_seconds = ${SECONDS_AN_HOUR}
      AND time_seconds < $2 ORDER BY time_seconds DESC LIMIT 1)
    UNION ALL
    (SELECT * FROM candles WHERE market_id = asked.market_id AND interval_seconds = ${SECONDS_AN_HOUR}
      AND time_seconds >= $2)
  ) AS c ORDER BY asked.market_id, c.time_seconds`;

type HourRow = Pick<Records['Candle'], 'marketId' | 'timeSeconds' | 'open' | 'close' | 'volume'>;

function byMarket(rows: readonly HourRow[], fromHour: number): MarketHours[] {
  const markets = new Map<string, { -readonly [K in keyof MarketHours]: MarketHours[K] }>();
  for (const { marketId, timeSeconds, open, close, volume } of rows) {
    const key = marketId.join();
    const known = markets.get(key) ?? { marketId, hours: [], closeBefore: null };
    markets.set(key, known);
    const hour = timeSeconds / SECONDS_AN_HOUR;
    if (hour < fromHour) known.closeBefore = close;
    else known.hours = [...known.hours, { hour, open, close, volume }];
  }
  return [...markets.values()];
}
