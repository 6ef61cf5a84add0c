/** Writes folded rows with one statement a table, whatever their number. Tables without rows cost nothing. */
import { assert } from '@bellwether/errors';
import type { PoolClient } from 'pg';
import { isDataRefused } from '../availability';
import type { HistoryRows } from './history-rows';
import type { RowSet } from './row-set';
import {
  CANDLES,
  CATALOGUE_EVENTS,
  CREDITS,
  MARKETS,
  MARKET_CHANGES,
  ORDERS,
  ORDER_CHANGES,
  PAYOUTS,
  REFUSALS,
  TRADES,
} from './tables';

export async function writeRows(client: PoolClient, rows: HistoryRows): Promise<void> {
  const write = <Row>(text: string, set: RowSet<Row>, values: readonly Row[]) =>
    writeSet(client, text, set, values);
  await write(INSERT_CATALOGUE_EVENTS, CATALOGUE_EVENTS, rows.catalogueEvents);
  await write(INSERT_MARKETS, MARKETS, rows.markets);
  await write(UPDATE_MARKETS, MARKET_CHANGES, rows.marketChanges);
  await write(INSERT_ORDERS, ORDERS, rows.orders);
  await write(UPDATE_ORDERS, ORDER_CHANGES, rows.orderChanges);
  await write(INSERT_TRADES, TRADES, rows.trades);
  await write(ADD_TO_CANDLES, CANDLES, rows.candles);
  await write(INSERT_REFUSALS, REFUSALS, rows.refusals);
  await write(INSERT_CREDITS, CREDITS, rows.credits);
  await write(INSERT_PAYOUTS, PAYOUTS, rows.payouts);
}

/**
 * Each row meets the table as the events before it left it: nothing is there where one is inserted, one row where one
 * is changed, and every value fits its column. Anything else is a broken belief: no later attempt can mend it.
 */
async function writeSet<Row>(
  client: PoolClient,
  text: string,
  set: RowSet<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const { rowCount } = await client.query(text, set.values(rows)).catch((error: unknown) => {
    assert(!isDataRefused(error), () => `PostgreSQL takes the rows: ${String(error)}: ${text}`);
    throw error;
  });
  assert(rowCount === rows.length, () => `${rows.length} rows, but ${rowCount} written: ${text}`);
}

const insertInto = <Row>(table: string, set: RowSet<Row>): string =>
  `INSERT INTO ${table} (${set.names}) SELECT ${set.names} FROM ${set.table}`;

const INSERT_CATALOGUE_EVENTS = insertInto('events', CATALOGUE_EVENTS);
const INSERT_MARKETS = insertInto('markets', MARKETS);
const INSERT_ORDERS = insertInto('orders', ORDERS);
const INSERT_TRADES = insertInto('trades', TRADES);
const INSERT_REFUSALS = insertInto('refusals', REFUSALS);
const INSERT_CREDITS = insertInto('credits', CREDITS);
const INSERT_PAYOUTS = insertInto('payouts', PAYOUTS);

const UPDATE_MARKETS = `
  UPDATE markets AS m SET
    status = r.status,
    resolution = COALESCE(r.resolution, m.resolution),
    resolution_price = COALESCE(r.resolution_price, m.resolution_price),
    paid_micro_usdc = COALESCE(r.paid_micro_usdc, m.paid_micro_usdc),
    updated_ms = r.updated_ms
  FROM ${MARKET_CHANGES.table} WHERE m.market_id = r.market_id`;

const UPDATE_ORDERS = `
  UPDATE orders AS o SET
    filled = r.filled,
    status = COALESCE(
      r.status,
      CASE WHEN r.filled = o.size THEN 'filled' ELSE 'partially_filled' END::order_status
    ),
    cancel_reason = r.cancel_reason,
    updated_ms = r.updated_ms
  FROM ${ORDER_CHANGES.table} WHERE o.order_id = r.order_id`;

/** The rows are in order of time, so a row's close is later than the one that stands. */
const ADD_TO_CANDLES = `
  ${insertInto('candles', CANDLES)}
  ON CONFLICT (market_id, interval_seconds, time_seconds) DO UPDATE SET
    high = GREATEST(candles.high, EXCLUDED.high),
    low = LEAST(candles.low, EXCLUDED.low),
    close = EXCLUDED.close,
    volume = candles.volume + EXCLUDED.volume,
    notional_micro_usdc = candles.notional_micro_usdc + EXCLUDED.notional_micro_usdc,
    trades = candles.trades + EXCLUDED.trades`;
