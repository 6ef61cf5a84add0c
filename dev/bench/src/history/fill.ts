/**
 * Fills the tables of history with generate_series, as a projector would have after so many trades: the same rows in
 * the same order. The indexes are made afterwards. The ledger's balances are not summed up, as no page reads more than
 * it shows.
 */
import type { Client } from 'pg';
import {
  BUSY_MARKETS,
  END_MS,
  KEYS,
  MARKETS,
  MARKETS_AT_A_TIME,
  START_MS,
  USERS,
  USERS_A_LINK,
  sql,
} from './world';

const TABLES = [
  'trades',
  'orders',
  'candles',
  'builder_trades',
  'builder_sums',
  'ledger_accounts',
  'ledger_postings',
];
const LONGER_CANDLES = [300, 900, 3_600, 86_400];
/** The data is thrown away, so durability is off; more memory makes the indexes sooner. */
const SETTINGS = [
  'fsync = off',
  'autovacuum = off',
  "max_wal_size = '8GB'",
  "maintenance_work_mem = '1GB'",
];

export async function fill(client: Client, trades: number, say: (what: string) => void) {
  for (const setting of SETTINGS) await client.query(`ALTER SYSTEM SET ${setting}`);
  await client.query('SELECT pg_reload_conf()');
  await client.query(`SET work_mem = '1GB'; SET max_parallel_workers_per_gather = 0`);
  const indexes = await dropIndexes(client);
  for (const [what, statement] of Object.entries(statementsOf(trades))) {
    say(what);
    await client.query(statement);
  }
  for (const { name, definition } of indexes) {
    say(`index ${name}`);
    await client.query(definition);
  }
  say('vacuum');
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
}

interface Index {
  readonly name: string;
  readonly definition: string;
}

async function dropIndexes(client: Client): Promise<Index[]> {
  const { rows } = await client.query<Index & { table: string; constraint: string | null }>(
    `SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS table,
       c.conname AS constraint,
       CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
       ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname,
         pg_get_constraintdef(c.oid)) END AS definition
     FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = 'p'
     WHERE i.indrelid::regclass::text = ANY($1)`,
    [TABLES],
  );
  for (const { name, table, constraint } of rows) {
    await client.query(
      constraint === null
        ? `DROP INDEX ${name}`
        : `ALTER TABLE ${table} DROP CONSTRAINT "${constraint}"`,
    );
  }
  return rows;
}

/** One of the busy markets, or one of those that are open then. */
const MARKET_OF_TRADE = `CASE WHEN ${sql.draw('n', 1)} < 0.2
  THEN floor(${BUSY_MARKETS} * power(${sql.draw('n', 2)}, 2))
  ELSE ${BUSY_MARKETS} + floor(
    (${MARKETS - BUSY_MARKETS - MARKETS_AT_A_TIME}) * (n::float8 / total)
    + ${MARKETS_AT_A_TIME} * power(${sql.draw('n', 2)}, 2))
  END::int`;
/** Few users make most of the trades. */
const userOf = (number: string, draw: number): string =>
  `floor(${USERS} * power(${sql.draw(number, draw)}, 4))::int`;

function statementsOf(trades: number): Record<string, string> {
  const orders = Math.ceil(trades / 2);
  return {
    ...tradeStatements(trades),
    orders: ORDERS(orders),
    ...builderStatements,
    ...ledgerStatements,
  };
}

const tradeStatements = (trades: number): Record<string, string> => ({
  trades: `
    INSERT INTO trades
    SELECT n, ${sql.key32('market')}, 1 + (${sql.draw('n', 3)} * 99)::int, price, 'yes', 'buy', price,
      'yes', 'sell', 'transfer', price * 7, price, price / 10, NULL, price / 20, NULL,
      ${sql.key32('maker')}, ${sql.key32('CASE WHEN taker = maker THEN taker + 1 ELSE taker END')},
      2 * n, 2 * n + 1, n + 1000, ${START_MS} + (n - 1) * ${END_MS - START_MS}::bigint / total
    FROM (
      SELECT n, total, ${MARKET_OF_TRADE} AS market, ${userOf('n', 4)} AS maker,
        ${userOf('n', 5)} AS taker, (100 + ${sql.draw('n', 6)} * 9800)::int AS price
      FROM (SELECT n, ${trades}::bigint AS total FROM generate_series(1, ${trades}::bigint) AS n) AS numbers
    ) AS drawn`,
  'candles of 60 s': `
    INSERT INTO candles
    SELECT market_id, 60, timestamp_ms / 60000 * 60 AS opening, min(price), max(price), min(price),
      max(price), sum(quantity), sum(price::bigint * quantity * 100), count(*)
    FROM trades GROUP BY market_id, opening`,
  ...Object.fromEntries(
    LONGER_CANDLES.map((seconds) => [
      `candles of ${seconds} s`,
      `INSERT INTO candles
       SELECT market_id, ${seconds}, time_seconds / ${seconds} * ${seconds} AS opening, min(open),
         max(high), min(low), max(close), sum(volume), sum(notional_micro_usdc), sum(trades)
       FROM candles WHERE interval_seconds = 60 GROUP BY market_id, opening`,
    ]),
  ),
});

const ORDERS = (orders: number): string => `
  INSERT INTO orders
  SELECT n, ${sql.key32('owner')}, ${sql.key32('market')}, 'yes', 'buy', 5000, 10,
    CASE WHEN chance < 0.6 THEN 10 ELSE 0 END, 'gtc', 0, NULL, n,
    (CASE WHEN chance < 0.6 THEN 'filled' WHEN chance < 0.98 THEN 'cancelled'
      ELSE 'resting' END)::order_status,
    CASE WHEN chance BETWEEN 0.6 AND 0.98 THEN 'user'::cancel_reason END,
    n, ${START_MS} + n, ${START_MS} + n
  FROM (
    SELECT n, ${MARKET_OF_TRADE} AS market, ${userOf('n', 7)} AS owner, ${sql.draw('n', 8)} AS chance
    FROM (SELECT n, ${orders}::bigint AS total FROM generate_series(1, ${orders}::bigint) AS n) AS numbers
  ) AS drawn`;

/** A key with a smaller number has more users. */
const KEY_OF_USER = `floor(${KEYS} * power(${sql.draw('u', 9)}, 3))::int`;

const builderStatements: Record<string, string> = {
  'a builder': `INSERT INTO builders VALUES ('b', 'B', 100, 0)`,
  'API keys': `
    INSERT INTO api_keys (key_id, builder_id, api_key_hash, scopes, max_fee_bps, orders_per_second,
      generation, created_ms)
    SELECT ${sql.key16('k')}, 'b', int4send(k), '{}', 100, 2000, 1, 0 FROM generate_series(0, ${KEYS - 1}) AS k`,
  'links of users': `
    INSERT INTO user_links
    SELECT ${sql.key32('u')}, ${sql.key16(KEY_OF_USER)}, 'b', NULL, 0, true
    FROM generate_series(0, ${USERS}, ${USERS_A_LINK}) AS u`,
  'trades of keys': `
    INSERT INTO builder_trades
    SELECT key_id, trade_id, market_id, sum(fee)::bigint, min(taker_fee) FROM (
      SELECT l.key_id, t.trade_id, t.market_id, t.builder_fee AS fee, t.taker_fee
      FROM trades t JOIN user_links l ON l.user_key = t.taker
      UNION ALL
      SELECT l.key_id, t.trade_id, t.market_id, t.maker_builder_fee, t.taker_fee
      FROM trades t JOIN user_links l ON l.user_key = t.maker
    ) AS sides GROUP BY key_id, trade_id, market_id ORDER BY trade_id`,
  ...Object.fromEntries(
    [60, 86_400].flatMap((seconds) =>
      ['b.market_id', `''::bytea`].map((market) => [
        `sums of keys, ${seconds} s, ${market}`,
        `INSERT INTO builder_sums
         SELECT b.key_id, ${market} AS market, ${seconds},
           t.timestamp_ms / 1000 / ${seconds} * ${seconds} AS opening, sum(b.builder_fee), sum(b.protocol_fee)
         FROM builder_trades b JOIN trades t USING (trade_id) GROUP BY b.key_id, market, opening
         ORDER BY opening`,
      ]),
    ),
  ),
};

/** Users are accounts from 1. The accounts of which there is only one come after them. */
const ACCOUNT_OF = (user: string): string =>
  `1 + ('x' || encode(substr(${user}, 29, 4), 'hex'))::bit(32)::int`;
const FEES_ACCOUNT = USERS + 2;

const ledgerStatements: Record<string, string> = {
  'ledger accounts': `
    INSERT INTO ledger_accounts
    SELECT u + 1, 'user'::ledger_account_kind, ${sql.key32('u')}, 0
    FROM generate_series(0, ${USERS}) AS u
    UNION ALL SELECT ${FEES_ACCOUNT}, 'protocol_fees', '', 0`,
  postings: `
    INSERT INTO ledger_postings
    SELECT t.seq, leg.amount, 0, t.timestamp_ms, leg.account_id, 1, 'trade', t.trade_id, NULL
    FROM trades t CROSS JOIN LATERAL (VALUES
      (${ACCOUNT_OF('t.taker')}, -t.price::bigint * t.quantity * 100 - t.taker_fee),
      (${ACCOUNT_OF('t.maker')}, t.price::bigint * t.quantity * 100 + t.maker_rebate),
      (${FEES_ACCOUNT}, t.taker_fee - t.maker_rebate)
    ) AS leg (account_id, amount)`,
  'ledger sums': `INSERT INTO ledger_totals VALUES ('user', 0, 0), ('protocol_fees', 0, 0)`,
};
