import { connectionsOf } from '../database';
import type { Connections, Database } from '../database';
import { pageOf, rowsToRead } from '../page';
import type { Page, PageRequest } from '../page';
import { builderTotals, matchingTrades } from './builder-trades';
import type { BuilderTradesFilter } from './builder-trades';
import { TRADE_FIELDS } from './trade';
import type { Trade } from './trade';

export type { Trade } from './trade';

/** The totals cover all trades that match the filter, not just the page. */
export interface BuilderTrades extends Page<Trade> {
  /** Builder fees paid by the key's own users, as taker and as maker, in micro-USDC. */
  readonly totalBuilderFees: number;
  /** Taker fees of the trades, in micro-USDC. */
  readonly totalProtocolFees: number;
  /** Users linked with the key, whether they traded or not. */
  readonly userCount: number;
}

/**
 * Trades, newest first; every `before` is a trade id. A page costs the same at any depth: it is a range of an index in
 * the list's order. All methods throw CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer.
 */
export class TradeHistory {
  private readonly connections: Connections;

  constructor(database: Database) {
    this.connections = connectionsOf(database);
  }

  async ofMarket(marketId: Uint8Array, page: PageRequest): Promise<Page<Trade>> {
    const rows = await this.connections.rows<Trade>(OF_MARKET, [
      marketId,
      page.before ?? AFTER_ALL,
      rowsToRead(page),
    ]);
    return pageOf(rows, page);
  }

  /** The last one before a time; null: there was none. */
  async lastBefore(marketId: Uint8Array, beforeMs: number): Promise<Trade | null> {
    const [trade] = await this.connections.rows<Trade>(LAST_BEFORE, [marketId, beforeMs]);
    return trade ?? null;
  }

  /** A user's trades in all markets, as taker or as maker. */
  async ofUser(user: Uint8Array, page: PageRequest): Promise<Page<Trade>> {
    const rows = await this.connections.rows<Trade>(OF_USER, [
      user,
      page.before ?? AFTER_ALL,
      rowsToRead(page),
    ]);
    return pageOf(rows, page);
  }

  /** Trades of users linked with this API key. An unknown key has none. */
  async ofBuilderKey(
    keyId: Uint8Array,
    filter: BuilderTradesFilter,
    page: PageRequest,
  ): Promise<BuilderTrades> {
    const { connections } = this;
    const [keys, totals, rows] = await Promise.all([
      connections.rows<{ user_count: number }>(USER_COUNT, [keyId]),
      builderTotals(connections, keyId, filter),
      matchingTrades(connections, keyId, filter, page),
    ]);
    const userCount = keys[0]?.user_count ?? 0;
    return { ...pageOf(rows, page), ...totals, userCount };
  }

  /** Trades of the users that any of the builder's keys made, revoked ones too; each once. */
  async ofBuilder(
    builderId: string,
    page: PageRequest,
    marketId?: Uint8Array,
  ): Promise<Page<Trade>> {
    const values = [builderId, page.before ?? AFTER_ALL, rowsToRead(page)];
    const rows =
      marketId === undefined
        ? await this.connections.rows<Trade>(OF_BUILDER, values)
        : await this.connections.rows<Trade>(OF_BUILDER_IN_MARKET, [...values, marketId]);
    return pageOf(rows, page);
  }
}

const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/**
 * A range of the index (column, trade_id). Both bounds and the order name the pair: with `column = value`, the planner
 * may walk all trades backwards for a frequent value, however old its trades are.
 */
const pieceOf = (column: string): string => `
  SELECT ${TRADE_FIELDS} FROM trades t
  WHERE (t.${column}, t.trade_id) < ($1::bytea, $2::bigint)
    AND (t.${column}, t.trade_id) >= ($1::bytea, 0::bigint)
  ORDER BY t.${column} DESC, t.trade_id DESC LIMIT $3`;

const OF_MARKET = pieceOf('market_id');
/** Ids rise with time: those of that time and later begin at an id that an index finds. */
const LAST_BEFORE = `
  SELECT ${TRADE_FIELDS} FROM trades t
  WHERE (t.market_id, t.trade_id) < ($1::bytea, COALESCE(
      (SELECT later.trade_id FROM trades later WHERE later.timestamp_ms >= $2::bigint
       ORDER BY later.timestamp_ms, later.trade_id LIMIT 1),
      ${AFTER_ALL}
    ))
    AND (t.market_id, t.trade_id) >= ($1::bytea, 0::bigint)
  ORDER BY t.market_id DESC, t.trade_id DESC LIMIT 1`;
/** No user is on both sides of a trade, so the two ranges share no row. */
const OF_USER = `
  (${pieceOf('taker')}) UNION ALL (${pieceOf('maker')}) ORDER BY "tradeId" DESC LIMIT $3`;
const USER_COUNT = 'SELECT user_count FROM api_keys WHERE key_id = $1';
/** A page of each key, in the order of its index. Both sides of a trade may be users of one builder. */
const ofBuilderBy = (columns: string, values: string): string => `
  SELECT ${TRADE_FIELDS} FROM (
    SELECT DISTINCT found.trade_id FROM api_keys k CROSS JOIN LATERAL (
      SELECT trade_id FROM builder_trades
      WHERE (${columns}, trade_id) < (${values}, $2::bigint)
        AND (${columns}, trade_id) >= (${values}, 0::bigint)
      ORDER BY ${columns.replaceAll(',', ' DESC,')} DESC, trade_id DESC LIMIT $3
    ) AS found
    WHERE k.builder_id = $1 ORDER BY found.trade_id DESC LIMIT $3
  ) AS mine JOIN trades t ON t.trade_id = mine.trade_id
  ORDER BY t.trade_id DESC`;
const OF_BUILDER = ofBuilderBy('key_id', 'k.key_id');
const OF_BUILDER_IN_MARKET = ofBuilderBy('key_id, market_id', 'k.key_id, $4::bytea');
