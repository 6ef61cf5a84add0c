import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '@bellwether/local-services';
import * as exchange from '@bellwether/exchange';
import { Client } from 'pg';
import * as enums from '../src/generated/enums';
import { TABLES } from '../src/generated/records';
import { migrate } from '../src/migrate';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const schema = join(root, 'libs/persistence/prisma/schema.prisma');

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'bellwether-migrations-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The SQL that a migration lacks to make the schema's tables: a comment where it lacks nothing. */
const NOTHING = '-- This is an empty migration.\n\n';
const missingSql = (url: string): Promise<string> =>
  prisma(url, 'migrate', 'diff', '--from-config-datasource', '--to-schema', schema, '--script');

/** The result of Prisma's own tools for a database. */
async function prisma(url: string, ...args: string[]): Promise<string> {
  const cli = join(root, 'node_modules/prisma/build/index.js');
  const options = { cwd: root, env: { ...process.env, DATABASE_URL: url } };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], options);
  return stdout;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function folderOf(name: string, migrations: Record<string, string>): Promise<string> {
  const path = join(folder, name);
  for (const [migration, sql] of Object.entries(migrations)) {
    await mkdir(join(path, migration), { recursive: true });
    await writeFile(join(path, migration, 'migration.sql'), sql);
  }
  return path;
}

describe('the migrations', () => {
  it("make the schema's tables, exactly", async () => {
    const url = await createDatabase(server.postgres.url, 'drift');
    await migrate(url);
    expect(await missingSql(url), 'what the last migration has to add').toBe(NOTHING);
  });

  it('are what a schema with one column more differs from', async () => {
    const url = await createDatabase(server.postgres.url, 'drifted');
    await migrate(url);
    await query(url, 'ALTER TABLE trades DROP COLUMN maker_rebate');
    expect(await missingSql(url)).toContain('ADD COLUMN     "maker_rebate"');
  });

  it('make the columns that statements by hand name', async () => {
    const url = await createDatabase(server.postgres.url, 'columns');
    await migrate(url);
    const made = await query(
      url,
      `SELECT relname AS table, json_agg(json_build_array(attname, format_type(atttypid, NULL))
         ORDER BY attname) AS columns
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0
         AND NOT attisdropped AND relname <> '_prisma_migrations'
       GROUP BY relname ORDER BY relname`,
    );
    const named = Object.values(TABLES).map(({ table, columns }) => ({
      table,
      columns: Object.values(columns).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    }));
    expect(named.toSorted((one, other) => (one.table < other.table ? -1 : 1))).toEqual(made);
  });

  it('have the words of the exchange, in its order', () => {
    const wordsOf = (words: object) => Object.values(words);
    expect({
      Side: wordsOf(enums.Side),
      Outcome: wordsOf(enums.Outcome),
      OrderType: wordsOf(enums.OrderType),
      OrderStatus: wordsOf(enums.OrderStatus),
      CancelReason: wordsOf(enums.CancelReason),
      SettlementType: wordsOf(enums.SettlementType),
      MarketStatus: wordsOf(enums.MarketStatus),
      Resolution: wordsOf(enums.Resolution),
      CaseStatus: wordsOf(enums.CaseStatus),
      Claim: wordsOf(enums.Claim),
      Verdict: wordsOf(enums.Verdict),
      NonceKind: wordsOf(enums.NonceKind),
      LedgerAccountKind: wordsOf(enums.LedgerAccountKind),
      MoneyEvent: wordsOf(enums.MoneyEvent),
    }).toEqual({
      Side: exchange.SIDES,
      Outcome: exchange.OUTCOMES,
      OrderType: exchange.ORDER_TYPES,
      OrderStatus: exchange.ORDER_STATUSES,
      CancelReason: exchange.CANCEL_REASONS,
      SettlementType: exchange.SETTLEMENT_TYPES,
      MarketStatus: exchange.MARKET_STATUSES,
      Resolution: exchange.RESOLUTIONS,
      CaseStatus: exchange.CASE_STATUSES,
      Claim: exchange.CLAIMS,
      Verdict: exchange.VERDICTS,
      NonceKind: exchange.NONCE_KINDS,
      LedgerAccountKind: exchange.LEDGER_ACCOUNTS,
      MoneyEvent: exchange.MONEY_EVENTS,
    });
  });
});

describe('migrating', () => {
  it('applies each migration once, also from several processes at once', async () => {
    const url = await createDatabase(server.postgres.url, 'together');
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    const ledger = await query(url, 'SELECT migration_name FROM _prisma_migrations');
    expect(ledger).toEqual(applied.flat().map((name) => ({ migration_name: name })));
    expect(ledger.length).toBeGreaterThan(0);
    expect(await migrate(url)).toEqual([]);
  });

  it("leaves a ledger that Prisma's own tools accept", async () => {
    const url = await createDatabase(server.postgres.url, 'ledger');
    await migrate(url);
    expect(await prisma(url, 'migrate', 'status')).toContain('up to date');
  });

  it('applies what is new after what is there, in order of name', async () => {
    const url = await createDatabase(server.postgres.url, 'growing');
    const first = { '1_a': 'CREATE TABLE a (x INT)' };
    const rest = { '3_c': 'ALTER TABLE b ADD y INT', '2_b': 'CREATE TABLE b (x INT)' };
    expect(await migrate(url, { folder: await folderOf('first', first) })).toEqual(['1_a']);
    const all = await folderOf('all', { ...first, ...rest });
    expect(await migrate(url, { folder: all })).toEqual(['2_b', '3_c']);
    // The previous release finds a database of this one.
    expect(await migrate(url, { folder: join(folder, 'first') })).toEqual([]);
  });

  it('leaves nothing of a migration that fails, and can be tried again', async () => {
    const url = await createDatabase(server.postgres.url, 'failing');
    const failing = await folderOf('failing', {
      '1_a': 'CREATE TABLE a (x INT)',
      '2_b': 'CREATE TABLE b (x INT); SELECT nonsense;',
    });
    await expect(migrate(url, { folder: failing })).rejects.toThrow('2_b did not apply');
    expect(await query(url, "SELECT to_regclass('b') AS b")).toEqual([{ b: null }]);
    await folderOf('failing', { '2_b': 'CREATE TABLE b (x INT)' });
    expect(await migrate(url, { folder: failing })).toEqual(['2_b']);
  });

  it('refuses one that was edited after it ran', async () => {
    const url = await createDatabase(server.postgres.url, 'edited');
    const edited = await folderOf('edited', { '1_a': 'CREATE TABLE a (x INT)' });
    await migrate(url, { folder: edited });
    await folderOf('edited', { '1_a': 'CREATE TABLE a (x BIGINT)' });
    await expect(migrate(url, { folder: edited })).rejects.toThrow('1_a was edited after it ran');
  });

  it("refuses to go past one that Prisma's tools began and did not finish", async () => {
    const url = await createDatabase(server.postgres.url, 'unfinished');
    await migrate(url);
    await query(url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrate(url)).rejects.toThrow('failed earlier');
  });
});
