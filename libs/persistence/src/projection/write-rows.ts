/** Writes folded rows, a table at a time, whatever their number. A table without rows costs nothing. */
import { assert } from '@bellwether/errors';
import type { PoolClient } from 'pg';
import { isDataRefused } from '../availability';
import { copyIn } from './copy-in';
import { CASE_CHANGE, CHALLENGE_CHANGE } from './case-rows';
import type { CaseChange, ChallengeChange, NewCase } from './case-rows';
import type { HistoryRows } from './history-rows';
import { EXPIRY_CHANGE, MARKET_CHANGE, ORDER_CHANGE } from './history-row-types';
import type { ExpiryChange, MarketChange, OrderChange } from './history-row-types';
import { RowSet, columnsFor } from './row-set';

const CATALOGUE_EVENTS = new RowSet(columnsFor('CatalogueEvent'));
const MARKETS = new RowSet(columnsFor('Market'));
const MARKET_CHANGES = new RowSet<MarketChange>(columnsFor('Market', MARKET_CHANGE));
const ORDERS = new RowSet(columnsFor('Order'));
const ORDER_CHANGES = new RowSet<OrderChange>(columnsFor('Order', ORDER_CHANGE));
const TRADES = new RowSet(columnsFor('Trade'));
const CANDLES = new RowSet(columnsFor('Candle'));
const REFUSALS = new RowSet(columnsFor('Refusal'));
const AMENDMENTS = new RowSet(columnsFor('Amendment'));
const REDEMPTIONS = new RowSet(columnsFor('Redemption'));
const CREDITS = new RowSet(columnsFor('Credit'));
const PAYOUTS = new RowSet(columnsFor('Payout'));

const EXPIRY_CHANGES = new RowSet<ExpiryChange>(columnsFor('CatalogueEvent', EXPIRY_CHANGE));
const CASES = new RowSet<NewCase>(
  columnsFor('Case', [
    'caseId',
    'eventId',
    'marketId',
    'status',
    'round',
    'endings',
    'by',
    'note',
    'evidenceUrl',
    'evidenceSha256',
    'proposedMs',
    'dueMs',
    'paidMicroUsdc',
  ]),
);
const CASE_CHANGES = new RowSet<CaseChange>(columnsFor('Case', CASE_CHANGE));
const CHALLENGES = new RowSet(columnsFor('CaseChallenge'));
const CHALLENGE_CHANGES = new RowSet<ChallengeChange>(
  columnsFor('CaseChallenge', CHALLENGE_CHANGE),
);
const CASE_STEPS = new RowSet(columnsFor('CaseStep'));

/** @throws InvariantViolation if a row does not find the table as the earlier events left it */
export async function writeRows(client: PoolClient, rows: HistoryRows): Promise<void> {
  await insertRows(client, 'events', CATALOGUE_EVENTS, rows.catalogueEvents);
  await changeRows(client, UPDATE_EXPIRIES, EXPIRY_CHANGES, rows.expiryChanges);
  await insertRows(client, 'markets', MARKETS, rows.markets);
  await changeRows(client, UPDATE_MARKETS, MARKET_CHANGES, rows.marketChanges);
  await insertRows(client, 'orders', ORDERS, rows.orders);
  await changeRows(client, UPDATE_ORDERS, ORDER_CHANGES, rows.orderChanges);
  await insertRows(client, 'trades', TRADES, rows.trades);
  await changeRows(client, ADD_TO_CANDLES, CANDLES, rows.candles);
  await insertRows(client, 'refusals', REFUSALS, rows.refusals);
  await insertRows(client, 'amendments', AMENDMENTS, rows.amendments);
  await insertRows(client, 'redemptions', REDEMPTIONS, rows.redemptions);
  await insertRows(client, 'credits', CREDITS, rows.credits);
  await insertRows(client, 'payouts', PAYOUTS, rows.payouts);
  await changeRows(client, INSERT_CASES, CASES, rows.cases);
  await changeRows(client, UPDATE_CASES, CASE_CHANGES, rows.caseChanges);
  await insertRows(client, 'case_challenges', CHALLENGES, rows.challenges);
  await changeRows(client, UPDATE_CHALLENGES, CHALLENGE_CHANGES, rows.challengeChanges);
  await insertRows(client, 'case_steps', CASE_STEPS, rows.caseSteps);
}

/** A statement that the server parses once a connection. Its name is the same for the same text. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** New rows. @throws InvariantViolation where there is one already, or a value fits no column */
export async function insertRows<Row>(
  client: PoolClient,
  table: string,
  set: RowSet<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  await counted(copyIn(client, `${table} (${set.names})`, set.copyData(rows)), rows.length, table);
}

/** One change of a row each. @throws InvariantViolation where there is no such row, or a value fits no column */
export async function changeRows<Row>(
  client: PoolClient,
  statement: PreparedStatement,
  set: RowSet<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const changing = client.query({ ...statement, values: set.values(rows) });
  await counted(
    changing.then(({ rowCount }) => rowCount),
    rows.length,
    statement.name,
  );
}

/**
 * Each row must find the table as the earlier events left it: no row where one is inserted, one row where one is
 * changed, and every value fits its column. Anything else is an invariant violation that no retry can fix.
 */
async function counted(writing: Promise<number | null>, rows: number, what: string): Promise<void> {
  const written = await writing.catch((error: unknown) => {
    assert(!isDataRefused(error), () => `PostgreSQL takes the rows: ${String(error)}: ${what}`);
    throw error;
  });
  assert(written === rows, () => `${rows} rows, but ${written} written: ${what}`);
}

const UPDATE_EXPIRIES = {
  name: 'update_expiries',
  text: `
  UPDATE events AS e SET expiry_seconds = r.expiry_seconds
  FROM ${EXPIRY_CHANGES.table} WHERE e.event_id = r.event_id`,
};

const INSERT_CASES = {
  name: 'insert_cases',
  text: `
  INSERT INTO cases (${CASES.names}, category_name, category_sub)
  SELECT ${CASES.names.replaceAll(/(?<=^|, )/g, 'r.')}, e.category_name, e.category_sub
  FROM ${CASES.table} JOIN events e ON e.event_id = r.event_id`,
};

const UPDATE_CASES = {
  name: 'update_cases',
  text: `
  UPDATE cases AS c SET
    status = r.status,
    round = COALESCE(r.round, c.round),
    endings = COALESCE(r.endings, c.endings),
    by_operator = COALESCE(r.by_operator, c.by_operator),
    due_ms = COALESCE(r.due_ms, c.due_ms),
    paid_micro_usdc = COALESCE(r.paid_micro_usdc, c.paid_micro_usdc)
  FROM ${CASE_CHANGES.table} WHERE c.case_id = r.case_id`,
};

const UPDATE_CHALLENGES = {
  name: 'update_challenges',
  text: `
  UPDATE case_challenges AS c SET
    state = r.state,
    reward_micro_usdc = r.reward_micro_usdc
  FROM ${CHALLENGE_CHANGES.table} WHERE c.challenge_id = r.challenge_id`,
};

const UPDATE_MARKETS = {
  name: 'update_markets',
  text: `
  UPDATE markets AS m SET
    status = r.status,
    resolution = COALESCE(r.resolution, m.resolution),
    resolution_price = COALESCE(r.resolution_price, m.resolution_price),
    paid_micro_usdc = COALESCE(r.paid_micro_usdc, m.paid_micro_usdc),
    updated_ms = r.updated_ms
  FROM ${MARKET_CHANGES.table} WHERE m.market_id = r.market_id`,
};

const UPDATE_ORDERS = {
  name: 'update_orders',
  text: `
  UPDATE orders AS o SET
    price = COALESCE(r.price, o.price),
    size = COALESCE(r.size, o.size),
    filled = r.filled,
    status = COALESCE(
      r.status,
      CASE WHEN r.filled = COALESCE(r.size, o.size) THEN 'filled' ELSE 'partially_filled' END::order_status
    ),
    cancel_reason = r.cancel_reason,
    updated_ms = r.updated_ms
  FROM ${ORDER_CHANGES.table} WHERE o.order_id = r.order_id`,
};

/** Rows are in order of time, so a row's close is later than the stored one. */
const ADD_TO_CANDLES = {
  name: 'add_to_candles',
  text: `
  INSERT INTO candles (${CANDLES.names}) SELECT ${CANDLES.names} FROM ${CANDLES.table}
  ON CONFLICT (market_id, interval_seconds, time_seconds) DO UPDATE SET
    high = GREATEST(candles.high, EXCLUDED.high),
    low = LEAST(candles.low, EXCLUDED.low),
    close = EXCLUDED.close,
    volume = candles.volume + EXCLUDED.volume,
    notional_micro_usdc = candles.notional_micro_usdc + EXCLUDED.notional_micro_usdc,
    trades = candles.trades + EXCLUDED.trades`,
};
