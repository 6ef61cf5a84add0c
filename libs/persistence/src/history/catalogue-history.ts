import type {
  EventDetails,
  EventSource,
  EventView,
  MarketView,
  ResolutionRules,
  SourceRule,
} from '@bellwether/exchange';
import { EVENT_DETAILS, PRICE_SCALE_BPS } from '@bellwether/exchange';
import { textColumn } from '../column-values';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
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
  SELECT ${fieldsOf('CatalogueEvent', 'e')}, ${fieldsOf('Market', 'm')}, traded.volume, traded.close
  FROM events e JOIN markets m USING (event_id)
  LEFT JOIN LATERAL (
    SELECT sum(volume)::bigint AS volume, (array_agg(close ORDER BY time_seconds DESC))[1] AS close
    FROM candles WHERE market_id = m.market_id AND interval_seconds = ${CANDLE_INTERVALS['1d']}
  ) AS traded ON true
  WHERE ${condition} ORDER BY m.position`;

const BY_EVENT = eventsWhere('e.event_id = $1');
const BY_MARKET = eventsWhere('e.event_id = (SELECT event_id FROM markets WHERE market_id = $1)');

/** `updatedMs`, of a resolved market: when it was, for nothing changes it later. */
type EventMarketRow = Records['CatalogueEvent'] &
  Records['Market'] & { readonly volume: number | null; readonly close: number | null };

function eventOf(rows: readonly EventMarketRow[]): EventView | null {
  const [row] = rows;
  if (row === undefined) return null;
  const { eventId, question, description, categoryName: name, categorySub: sub } = row;
  const { expiry, mutuallyExclusive, feeBps, makerRebatePct, opensAt, createdMs, createdSeq } = row;
  return {
    eventId,
    question,
    description,
    ...detailsOf(row),
    ...resultTermsOf(row),
    category: { name, sub },
    expiry,
    mutuallyExclusive,
    feeBps,
    makerRebatePct,
    opensAt,
    createdMs,
    createdSeq,
    markets: rows.map(marketOf),
  };
}

const detailsOf = (row: EventMarketRow): EventDetails =>
  Object.fromEntries(EVENT_DETAILS.map((name) => [name, row[name] ?? undefined]));

function resultTermsOf(row: EventMarketRow) {
  const { voidPrice, voidAtLast, exhaustive } = row;
  const resolutionRules = rulesOf(row);
  const source = sourceOf(row);
  return {
    ...(resolutionRules === null ? {} : { resolutionRules }),
    ...(source === null ? {} : { source }),
    ...(voidPrice === null ? {} : { voidPrice }),
    ...(voidAtLast === null ? {} : { voidAtLast }),
    ...(exhaustive === null ? {} : { exhaustive }),
  };
}

function rulesOf(row: EventMarketRow): ResolutionRules | null {
  const { windowSeconds, stake, rewardPct, secondRole, sourceWindow } = row;
  if (windowSeconds === null || stake === null || rewardPct === null || secondRole === null)
    return null;
  const rules = { windowSeconds, stake, rewardPct, secondRole };
  return sourceWindow === null ? rules : { ...rules, sourceWindowSeconds: sourceWindow };
}

const sourceOf = ({ sourceKey: key, sourceRule }: EventMarketRow): EventSource | null =>
  key === null || sourceRule === null ? null : { key, rule: sourceRule as SourceRule };

const marketOf = (row: EventMarketRow): MarketView => {
  const { marketId, label, status, resolution, resolutionPrice, paidMicroUsdc } = row;
  return {
    marketId,
    label,
    status,
    resolution,
    resolutionPrice,
    paidMicroUsdc,
    caseId: null,
    dueMs: null,
    bestBid: 0,
    bestAsk: PRICE_SCALE_BPS,
    lastPrice: row.close,
    resolvedMs: resolution === null ? null : row.updatedMs,
    volume: row.volume ?? 0,
    openInterest: 0,
  };
};
