import { snakeCase } from '@bellwether/codec';
import type { SnakeCase } from '@bellwether/codec';
import type {
  EventDetail,
  EventDetails,
  EventView,
  MarketStatus,
  MarketView,
  Resolution,
} from '@bellwether/exchange';
import { EVENT_DETAILS, PRICE_SCALE_BPS } from '@bellwether/exchange';
import { bigintColumn, textColumn, toBytes } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { CANDLE_INTERVALS } from './candle';

/** All events ever created, with their markets. History is the only source for those the engine has dropped. */
export class CatalogueHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /**
   * The event as stored in history, `null` if it has none. Books are empty and open interest is 0, as for resolved
   * markets.
   * @throws CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer
   */
  async event(eventId: string): Promise<EventView | null> {
    return eventOf(await this.connections.rows<EventMarketRow>(BY_EVENT, [textColumn(eventId)]));
  }

  /** The event that the market belongs to. @throws CodedError HISTORY_UNAVAILABLE */
  async eventOfMarket(marketId: Uint8Array): Promise<EventView | null> {
    return eventOf(await this.connections.rows<EventMarketRow>(BY_MARKET, [marketId]));
  }
}

/** A day's candle gives the contracts traded that day, and the last price in YES terms. */
const eventsWhere = (condition: string): string => `
  SELECT e.*, m.market_id, m.label, m.status, m.resolution, m.resolution_price, m.paid_micro_usdc, m.updated_ms, traded.volume, traded.close
  FROM events e JOIN markets m USING (event_id)
  LEFT JOIN LATERAL (
    SELECT sum(volume)::bigint AS volume, (array_agg(close ORDER BY time_seconds DESC))[1] AS close
    FROM candles WHERE market_id = m.market_id AND interval_seconds = ${CANDLE_INTERVALS['1d']}
  ) AS traded ON true
  WHERE ${condition} ORDER BY m.position`;

const BY_EVENT = eventsWhere('e.event_id = $1');
const BY_MARKET = eventsWhere('e.event_id = (SELECT event_id FROM markets WHERE market_id = $1)');

type DetailColumns = Readonly<Record<SnakeCase<EventDetail>, string | null>>;

/** As `pg` returns it: BIGINT as text. */
interface EventMarketRow extends DetailColumns {
  readonly event_id: string;
  readonly question: string;
  readonly description: string;
  readonly category_name: string;
  readonly category_sub: string;
  readonly expiry_seconds: string;
  readonly mutually_exclusive: boolean;
  readonly fee_bps: number;
  readonly maker_rebate_pct: number;
  readonly opens_at_seconds: string | null;
  readonly created_ms: string;
  readonly created_seq: string;
  readonly market_id: Uint8Array;
  readonly label: string;
  readonly status: MarketStatus;
  readonly resolution: Resolution | null;
  readonly resolution_price: number | null;
  readonly paid_micro_usdc: string | null;
  /** Of a resolved market: when it was, for nothing changes it later. */
  readonly updated_ms: string;
  readonly volume: string | null;
  readonly close: number | null;
}

function eventOf(rows: readonly EventMarketRow[]): EventView | null {
  const [row] = rows;
  if (row === undefined) return null;
  return {
    eventId: row.event_id,
    question: row.question,
    description: row.description,
    ...detailsOf(row),
    category: { name: row.category_name, sub: row.category_sub },
    expiry: bigintColumn(row.expiry_seconds),
    mutuallyExclusive: row.mutually_exclusive,
    feeBps: row.fee_bps,
    makerRebatePct: row.maker_rebate_pct,
    opensAt: row.opens_at_seconds === null ? null : bigintColumn(row.opens_at_seconds),
    createdMs: bigintColumn(row.created_ms),
    createdSeq: bigintColumn(row.created_seq),
    markets: rows.map(marketOf),
  };
}

const detailsOf = (row: DetailColumns): EventDetails =>
  Object.fromEntries(EVENT_DETAILS.map((name) => [name, row[snakeCase(name)] ?? undefined]));

const marketOf = (row: EventMarketRow): MarketView => ({
  marketId: toBytes(row.market_id),
  label: row.label,
  status: row.status,
  bestBid: 0,
  bestAsk: PRICE_SCALE_BPS,
  lastPrice: row.close,
  resolution: row.resolution,
  resolutionPrice: row.resolution_price,
  resolvedMs: row.resolution === null ? null : bigintColumn(row.updated_ms),
  paidMicroUsdc: row.paid_micro_usdc === null ? null : bigintColumn(row.paid_micro_usdc),
  volume: row.volume === null ? 0 : bigintColumn(row.volume),
  openInterest: 0,
});
