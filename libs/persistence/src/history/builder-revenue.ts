import { bigintColumn, toBytes } from '../column-values';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';

const DAY_SECONDS = 86_400;
/** Markets that are named; the others are summed. */
export const MAX_REVENUE_MARKETS = 100;

/** Micro-USDC, and what it was earned with: each side of a trade is one fill. */
export interface Revenue {
  readonly builderFee: number;
  readonly fills: number;
  readonly contracts: number;
}

export interface BuilderRevenue {
  readonly total: Revenue;
  /** Days with revenue, oldest first. */
  readonly days: readonly (Revenue & { readonly timeSeconds: number })[];
  /** Those that earned most, at most `MAX_REVENUE_MARKETS`. */
  readonly markets: readonly (Revenue & { readonly marketId: Uint8Array })[];
  /** All markets beyond these. */
  readonly otherMarkets: Revenue & { readonly count: number };
}

export interface RevenueRange {
  /** The first day, and the one after the last; days since 1970. */
  readonly fromDay: number;
  readonly toDay: number;
  readonly marketId?: Uint8Array | undefined;
}

export interface BuilderUser {
  readonly user: Uint8Array;
  /** Bytes of the builder's own name; null: it has none. */
  readonly userId: Uint8Array | null;
  /** Unix milliseconds of the first link. */
  readonly linkedMs: number;
}

/** The revenue of all keys of a builder, and its users. @throws CodedError HISTORY_UNAVAILABLE */
export class BuilderRevenueHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async ofBuilder(builderId: string, range: RevenueRange): Promise<BuilderRevenue> {
    const { fromDay, toDay, marketId = null } = range;
    const values = [builderId, fromDay, toDay, marketId];
    const [days, markets] = await Promise.all([
      this.connections.rows<DayRow>(BY_DAY, values),
      this.connections.rows<MarketRow>(BY_MARKET, [...values, MAX_REVENUE_MARKETS]),
    ]);
    const byDay = days.map((row) => ({ timeSeconds: row.day * DAY_SECONDS, ...revenueOf(row) }));
    const named = markets.filter(({ market_id: id }) => id !== null);
    const others = markets.find(({ market_id: id }) => id === null);
    return {
      total: sumOf(byDay),
      days: byDay,
      markets: named.map((row) => ({
        marketId: toBytes(row.market_id ?? new Uint8Array()),
        ...revenueOf(row),
      })),
      otherMarkets:
        others === undefined
          ? { count: 0, ...sumOf([]) }
          : { count: bigintColumn(others.markets), ...revenueOf(others) },
    };
  }

  /** In the order of their keys, each once, through whichever keys of the builder it was made. `after`: exclusive. */
  async usersOf(
    builderId: string,
    page: { readonly limit: number; readonly after?: Uint8Array | undefined },
  ): Promise<readonly BuilderUser[]> {
    const values = [builderId, page.after ?? new Uint8Array(), page.limit];
    const rows = await this.connections.rows<UserRow>(USERS, values);
    return rows.map((row) => ({
      user: toBytes(row.user_key),
      userId: row.user_id === null ? null : toBytes(row.user_id),
      linkedMs: bigintColumn(row.linked_ms),
    }));
  }

  async userCountOf(builderId: string): Promise<number> {
    const [row] = await this.connections.rows<{ count: string }>(USER_COUNT, [builderId]);
    return bigintColumn(row?.count ?? '0');
  }
}

interface RevenueRow {
  readonly builder_fee: string;
  readonly fills: string;
  readonly contracts: string;
}
type DayRow = RevenueRow & { readonly day: number };
type MarketRow = RevenueRow & { readonly market_id: Uint8Array | null; readonly markets: string };
interface UserRow {
  readonly user_key: Uint8Array;
  readonly user_id: Uint8Array | null;
  readonly linked_ms: string;
}

const revenueOf = (row: RevenueRow): Revenue => ({
  builderFee: bigintColumn(row.builder_fee),
  fills: bigintColumn(row.fills),
  contracts: bigintColumn(row.contracts),
});
const sumOf = (parts: readonly Revenue[]): Revenue => ({
  builderFee: parts.reduce((sum, part) => sum + part.builderFee, 0),
  fills: parts.reduce((sum, part) => sum + part.fills, 0),
  contracts: parts.reduce((sum, part) => sum + part.contracts, 0),
});

const SUMS = `sum(builder_fee)::bigint AS builder_fee, sum(fills)::bigint AS fills,
  sum(contracts)::bigint AS contracts`;
/** Revoked keys too: what they earned is the builder's. */
const ROWS = `builder_revenue WHERE key_id IN (SELECT key_id FROM api_keys WHERE builder_id = $1)
  AND day >= $2::int AND day < $3::int AND ($4::bytea IS NULL OR market_id = $4)`;
const BY_DAY = `SELECT day, ${SUMS} FROM ${ROWS} GROUP BY day ORDER BY day`;
const BY_MARKET = `
  WITH market AS (
    SELECT market_id, ${SUMS},
      row_number() OVER (ORDER BY sum(builder_fee) DESC, market_id) AS place
    FROM ${ROWS} GROUP BY market_id
  )
  SELECT CASE WHEN place <= $5 THEN market_id END AS market_id, ${SUMS}, count(*) AS markets
  FROM market GROUP BY LEAST(place, $5 + 1), CASE WHEN place <= $5 THEN market_id END
  ORDER BY LEAST(place, $5 + 1)`;

const USERS = `
  SELECT user_key, (array_agg(user_id))[1] AS user_id, min(linked_ms) AS linked_ms FROM user_links
  WHERE builder_id = $1 AND user_key > $2::bytea
  GROUP BY user_key ORDER BY user_key LIMIT $3`;
const USER_COUNT = 'SELECT count(DISTINCT user_key) AS count FROM user_links WHERE builder_id = $1';
