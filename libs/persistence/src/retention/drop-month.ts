/**
 * Removes a month from history, the oldest one first, once an export of it is proven. Rows go in steps, each a short
 * transaction, so the projector and readers go on meanwhile. Cut off, it is run again and continues.
 */
import { escapeIdentifier } from 'pg';
import type { Client } from 'pg';
import { withClient } from '../backup-rows/rows-client';
import { fieldsOf } from '../columns';
import type { Records } from '../columns';
import type { Month } from './month';
import { readExport } from './month-export';
import type { MonthExport } from './month-export';
import { inPlace, monthFigures } from './month-figures';
import { BUILDER_TRADES, EXPORTED_TABLES, MONTH_TABLES, firstTradeAt } from './month-tables';
import type { MonthRows, MonthTable } from './month-tables';

/** Pages of a table in one step: 8 MB, some 60,000 rows, a second of a busy server. */
const PAGES_A_STEP = 1_000;

export type DroppedMonth =
  | { readonly month: string; readonly rows: Readonly<Record<string, number>> }
  | { readonly month: string; readonly state: 'dropped before' | 'not exported' };

/**
 * @param folder that `exportMonth` wrote to
 * @throws Error if the export is damaged, or the database holds something else of the month, or older rows
 */
export const dropMonth = (url: string, month: Month, folder: string): Promise<DroppedMonth> =>
  withClient(url, async (client) => {
    const begun = await readMark(client, month);
    if (begun?.isDone === true) return { month: month.name, state: 'dropped before' };
    const exported = await readExport(folder, month);
    if (exported === null) return { month: month.name, state: 'not exported' };
    if (begun === null) await begin(client, month, exported);
    else if (!exported.manifestSha256.every((byte, at) => byte === begun.manifestSha256[at])) {
      throw new Error(`${month.name}: dropping it began with another export`);
    }
    const rows: Record<string, number> = {};
    for (const table of MONTH_TABLES) rows[table.table] = await sweep(client, table, month);
    rows[BUILDER_TRADES.table] = await sweepBuilderTrades(client, month);
    await client.query('UPDATE dropped_months SET is_done = true WHERE month = $1', [month.name]);
    return { month: month.name, rows };
  });

const MARK = ['manifestSha256', 'isDone'] as const;
type Mark = Pick<Records['DroppedMonth'], (typeof MARK)[number]>;

async function readMark(client: Client, { name }: Month): Promise<Mark | null> {
  const { rows } = await client.query<Mark>(
    `SELECT ${fieldsOf('DroppedMonth', '', MARK)} FROM dropped_months WHERE month = $1`,
    [name],
  );
  return rows[0] ?? null;
}

/** From here on readers of the whole ledger and of candles leave the month alone. */
async function begin(client: Client, month: Month, exported: MonthExport): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    await requireOldest(client, month);
    for (const table of EXPORTED_TABLES) await requireSame(client, table, month, exported);
    await client.query(
      `INSERT INTO dropped_months (month, end_ms, last_seq, end_trade_id, manifest_sha256, is_done)
       SELECT $1, $2, COALESCE((SELECT max(seq) FROM ledger_postings WHERE timestamp_ms < $2), 0),
         LEAST(${firstTradeAt('$2')}, (SELECT COALESCE(max(trade_id), 0) + 1 FROM trades)), $3, false`,
      [month.name, month.endMs, exported.manifestSha256],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function requireOldest(client: Client, month: Month): Promise<void> {
  const before = { ...month, startMs: 0, endMs: month.startMs };
  for (const { table, isOfMonth } of MONTH_TABLES) {
    const { rows } = await client.query(
      `SELECT FROM ${escapeIdentifier(table)} WHERE ${inPlace(isOfMonth, before)} LIMIT 1`,
    );
    if (rows.length > 0) throw new Error(`${table} has rows older than ${month.name}`);
  }
}

async function requireSame(
  client: Client,
  table: MonthRows,
  month: Month,
  { manifest }: MonthExport,
): Promise<void> {
  const exported = manifest.tables.find((one) => one.table === table.table);
  const kept = await monthFigures(client, table, month);
  if (kept.rows === exported?.rows && kept.rowHashes === exported.row_hashes) return;
  throw new Error(
    `${table.table}: the export of ${month.name} has ${exported?.rows} rows, the database ${kept.rows}` +
      `${kept.rows === exported?.rows ? ' others' : ''}: export it again`,
  );
}

/** @returns the number of rows */
async function sweep(client: Client, table: MonthTable, month: Month): Promise<number> {
  const condition = inPlace(table.isOfMonth, month);
  return inSteps(client, table.table, (pages) => ({
    text: `
      WITH gone AS (
        DELETE FROM ${escapeIdentifier(table.table)} WHERE ${pages} AND ${condition} RETURNING *
      ) ${table.table === 'ledger_postings' ? OPENINGS : ''} ${keptSums(table)}
      SELECT count(*) AS rows FROM gone`,
  }));
}

function keptSums({ sums }: MonthTable): string {
  const added = Object.entries(sums).map(
    ([name, sum]) => `('${name}', COALESCE((SELECT ${sum} FROM gone), 0))`,
  );
  if (added.length === 0) return '';
  return `, kept AS (
    INSERT INTO dropped_sums AS s (name, sum)
    SELECT name, sum FROM (VALUES ${added.join(', ')}) AS added (name, sum) WHERE sum <> 0
    ON CONFLICT (name) DO UPDATE SET sum = s.sum + EXCLUDED.sum
  )`;
}

/** The opening balance of an account's remaining postings. */
const OPENINGS = `, opened AS (
  INSERT INTO ledger_openings AS o (account_id, balance_micro_usdc, postings)
  SELECT account_id, sum(amount_micro_usdc), count(*) FROM gone GROUP BY account_id
  ON CONFLICT (account_id) DO UPDATE SET
    balance_micro_usdc = o.balance_micro_usdc + EXCLUDED.balance_micro_usdc,
    postings = o.postings + EXCLUDED.postings
)`;

/**
 * After the trades, so that none is added any more by a user who is linked late. The cursor's lock prevents the
 * projector from doing that now.
 */
const sweepBuilderTrades = (client: Client, { name }: Month): Promise<number> =>
  inSteps(client, BUILDER_TRADES.table, (pages) => ({
    before: 'SELECT FROM projection_cursor FOR UPDATE',
    text: `
      WITH gone AS (
        DELETE FROM builder_trades WHERE ${pages}
          AND trade_id < (SELECT end_trade_id FROM dropped_months WHERE month = '${name}')
        RETURNING 1
      ) SELECT count(*) AS rows FROM gone`,
  }));

/** Each step reads some pages of the table, and is a transaction. Rows written meanwhile are of a later month. */
async function inSteps(
  client: Client,
  table: string,
  stepOf: (pages: string) => { readonly before?: string; readonly text: string },
): Promise<number> {
  const size = await client.query<{ pages: number }>(
    `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::bigint AS pages`,
    [table],
  );
  const pages = size.rows[0]?.pages ?? 0;
  let rows = 0;
  for (let page = 0; page < pages; page += PAGES_A_STEP) {
    const range = `ctid >= '(${page},0)' AND ctid < '(${page + PAGES_A_STEP},0)'`;
    const { before, text } = stepOf(range);
    await client.query('BEGIN');
    try {
      if (before !== undefined) await client.query(before);
      const step = await client.query<{ rows: number }>(text);
      await client.query('COMMIT');
      rows += step.rows[0]?.rows ?? 0;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  }
  return rows;
}
