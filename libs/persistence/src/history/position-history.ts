import { shownSum } from '../column-values';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import type { LedgerDifference } from './ledger-history';

const POSITION_FIELDS = [
  'marketId',
  'openedSeq',
  'yesContracts',
  'yesCost',
  'noContracts',
  'noCost',
  'realised',
  'fees',
  'updatedSeq',
  'updatedMs',
] as const;
const MARKET_FIELDS = ['eventId', 'label', 'resolution', 'resolutionPrice'] as const;

interface PositionRow
  extends
    Pick<Records['Position'], (typeof POSITION_FIELDS)[number]>,
    Pick<Records['Market'], (typeof MARKET_FIELDS)[number]> {
  readonly marketStatus: Records['Market']['status'];
  readonly question: string;
}

/** A user's position in a market, and what the market has come to. Money in micro-USDC. */
export interface StoredPosition extends Omit<PositionRow, 'realised'> {
  /** Null: more than JSON's numbers hold. */
  readonly realised: number | null;
}

export interface PositionFilter {
  /** `open`: with contracts. `closed`: all sold, redeemed or paid out. */
  readonly status?: 'open' | 'closed' | undefined;
  readonly marketId?: Uint8Array | undefined;
}

/** `seq`: history has the events up to this command. */
export interface PositionPage extends Page<StoredPosition> {
  readonly seq: number;
}

/** Cost and proceeds of users' contracts. All methods throw CodedError HISTORY_UNAVAILABLE. */
export class PositionHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  /** Last opened first; `before` is an `openedSeq`. A page costs the same at any depth. */
  async ofUser(user: Uint8Array, filter: PositionFilter, page: PageRequest): Promise<PositionPage> {
    const rows = await this.connections.rows<ListedPosition>(newestPositions(filter), [
      user,
      page.before ?? Number.MAX_SAFE_INTEGER,
      rowsToRead(page),
      ...(filter.marketId === undefined ? [] : [filter.marketId]),
    ]);
    return { ...pageOf(rows.filter(isFound).map(positionOf), page), seq: rows[0]?.seq ?? 0 };
  }

  /**
   * Compares positions with the ledger, market by market: as many YES as NO contracts, as much collateral, and nothing
   * but the collateral that all users together have paid and not got back; and all fees. Reads one snapshot, all
   * positions.
   */
  async differences(): Promise<LedgerDifference[]> {
    return this.connections.rows<LedgerDifference>(DIFFERENCES, [MAX_DIFFERENCES]);
  }
}

/** One scan per half of the index (user, is_open, opened_seq); with the cursor's place, in one snapshot. */
function newestPositions({ status, marketId }: PositionFilter): string {
  const inMarket = marketId === undefined ? '' : 'AND market_id = $4';
  const halves = status === undefined ? [true, false] : [status === 'open'];
  const scans = halves.map(
    (isOpen) => `(SELECT * FROM positions
      WHERE user_key = $1 AND is_open = ${isOpen} ${inMarket} AND opened_seq < $2
      ORDER BY opened_seq DESC LIMIT $3)`,
  );
  return `
    SELECT c.seq, ${fieldsOf('Position', 'p', POSITION_FIELDS)},
      ${fieldsOf('Market', 'm', MARKET_FIELDS)}, m.status AS "marketStatus", e.question
    FROM (SELECT max(seq) AS seq FROM projection_cursor) AS c LEFT JOIN (
      SELECT * FROM (${scans.join(' UNION ALL ')}) AS newest ORDER BY opened_seq DESC LIMIT $3
    ) AS p ON true
    LEFT JOIN markets m USING (market_id) LEFT JOIN events e USING (event_id)
    ORDER BY p.opened_seq DESC`;
}

/**
 * A market's collateral is 1 USD a pair: what its holders have paid for contracts and not got back yet.
 */
const DIFFERENCES = `
  WITH market AS (
    SELECT m.market_id, COALESCE(sum(p.yes_contracts), 0) AS yes,
      COALESCE(sum(p.no_contracts), 0) AS no,
      COALESCE(sum(p.yes_cost_micro_usdc + p.no_cost_micro_usdc - p.realised_micro_usdc), 0) AS paid,
      COALESCE(min(a.balance_micro_usdc), 0) AS collateral
    FROM markets m
    LEFT JOIN positions p USING (market_id)
    LEFT JOIN ledger_accounts a ON a.kind = 'collateral' AND a.owner = m.market_id
    GROUP BY m.market_id
  )
  (SELECT 'YES contracts of market ' || encode(market_id, 'hex') AS what, yes::bigint AS kept,
    (collateral / 1000000)::bigint AS summed
  FROM market WHERE yes * 1000000 <> collateral
  UNION ALL
  SELECT 'NO contracts of market ' || encode(market_id, 'hex'), no::bigint,
    (collateral / 1000000)::bigint
  FROM market WHERE no * 1000000 <> collateral
  UNION ALL
  SELECT 'costs and results of market ' || encode(market_id, 'hex'), paid::bigint,
    collateral::bigint
  FROM market WHERE paid <> collateral
  UNION ALL
  SELECT 'fees of positions', kept::bigint, summed::bigint FROM (
    SELECT (SELECT COALESCE(sum(fees_micro_usdc), 0) FROM positions) AS kept,
      (SELECT COALESCE(sum(balance_micro_usdc), 0) FROM ledger_totals
      WHERE kind IN ('protocol_fees', 'builder_revenue')) AS summed
  ) AS fees WHERE kept <> summed)
  LIMIT $1`;

/** Enough to see the kind of damage. */
const MAX_DIFFERENCES = 100;

interface HistoryPlace {
  readonly seq: number | null;
}
type FoundRow = PositionRow & HistoryPlace;
/** Without a position only the cursor's place is there. */
type ListedPosition = FoundRow | ({ readonly [Field in keyof PositionRow]: null } & HistoryPlace);

const isFound = (row: ListedPosition): row is FoundRow => row.marketId !== null;

function positionOf({ seq: _seq, realised, ...position }: FoundRow): StoredPosition {
  return { ...position, realised: shownSum(realised) };
}
