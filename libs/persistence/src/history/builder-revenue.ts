import type { Records } from '../columns';
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

/** `userId`: bytes of the builder's own name, null if it has none. `linkedMs`: of the first link. */
export type BuilderUser = Pick<Records['UserLink'], 'user' | 'userId' | 'linkedMs'>;

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
    const byDay = days.map(({ day, ...revenue }) => ({
      timeSeconds: day * DAY_SECONDS,
      ...revenue,
    }));
    const { marketId: _none, ...otherMarkets } = markets.find(isSumOfOthers) ?? NO_OTHERS;
    return {
      total: sumOf(byDay),
      days: byDay,
      markets: markets.filter(isNamed).map(({ count: _one, ...market }) => market),
      otherMarkets,
    };
  }

  /** In the order of their keys, each once, through whichever keys of the builder it was made. `after`: exclusive. */
  async usersOf(
    builderId: string,
    page: { readonly limit: number; readonly after?: Uint8Array | undefined },
  ): Promise<readonly BuilderUser[]> {
    const values = [builderId, page.after ?? new Uint8Array(), page.limit];
    return this.connections.rows<BuilderUser>(USERS, values);
  }

  async userCountOf(builderId: string): Promise<number> {
    const [row] = await this.connections.rows<{ count: number }>(USER_COUNT, [builderId]);
    return row?.count ?? 0;
  }
}

type DayRow = Revenue & { readonly day: number };
type MarketRow = Revenue & { readonly marketId: Uint8Array | null; readonly count: number };

const isNamed = (row: MarketRow): row is MarketRow & { readonly marketId: Uint8Array } =>
  row.marketId !== null;
const isSumOfOthers = (row: MarketRow): boolean => row.marketId === null;

const sumOf = (parts: readonly Revenue[]): Revenue => ({
  builderFee: parts.reduce((sum, part) => sum + part.builderFee, 0),
  fills: parts.reduce((sum, part) => sum + part.fills, 0),
  contracts: parts.reduce((sum, part) => sum + part.contracts, 0),
});

const NO_OTHERS: MarketRow = { marketId: null, count: 0, ...sumOf([]) };

const sums = (fee: string): string => `sum(builder_fee)::bigint AS ${fee},
  sum(fills)::bigint AS fills, sum(contracts)::bigint AS contracts`;
const SUMS = sums('"builderFee"');
/** Revoked keys too: what they earned is the builder's. */
const ROWS = `builder_revenue WHERE key_id IN (SELECT key_id FROM api_keys WHERE builder_id = $1)
  AND day >= $2::int AND day < $3::int AND ($4::bytea IS NULL OR market_id = $4)`;
const BY_DAY = `SELECT day, ${SUMS} FROM ${ROWS} GROUP BY day ORDER BY day`;
const BY_MARKET = `
  WITH market AS (
    SELECT market_id, ${sums('builder_fee')},
      row_number() OVER (ORDER BY sum(builder_fee) DESC, market_id) AS place
    FROM ${ROWS} GROUP BY market_id
  )
  SELECT CASE WHEN place <= $5 THEN market_id END AS "marketId", ${SUMS}, count(*) AS count
  FROM market GROUP BY LEAST(place, $5 + 1), CASE WHEN place <= $5 THEN market_id END
  ORDER BY LEAST(place, $5 + 1)`;

const USERS = `
  SELECT user_key AS "user", (array_agg(user_id))[1] AS "userId", min(linked_ms) AS "linkedMs"
  FROM user_links
  WHERE builder_id = $1 AND user_key > $2::bytea
  GROUP BY user_key ORDER BY user_key LIMIT $3`;
const USER_COUNT = 'SELECT count(DISTINCT user_key) AS count FROM user_links WHERE builder_id = $1';
