/** Copied rows are the same after a restore, to the last digit, and no table is left out. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres } from '@bellwether/local-services';
import type { TestPostgres } from '@bellwether/local-services';
import type { Client } from 'pg';
import { forgetHistory } from '../src/backup-rows/forget-history';
import { BACKUP_TABLES, REBUILT_TABLES } from '../src/backup-rows/backup-tables';
import { withClient } from '../src/backup-rows/rows-client';
import { copyIn, copyOut } from '../src/backup-rows/table-copy';
import type { CopiedTable } from '../src/backup-rows/table-copy';
import { MIGRATED } from '../src/migrate';

/** More than one batch. */
const ROWS = 1_203;
/** Beyond JavaScript's safe integers. */
const WIDE = '18446744073709551615';

let folder: string;
let server: TestPostgres;
let original: string;
let empty: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellwether-tables-'));
  server = await startTestPostgres({ dataDir: join(folder, 'postgres'), preparation: MIGRATED });
  original = await server.database('original');
  empty = await server.database('empty');
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const digest = (number: number) => createHash('sha256').update(String(number)).digest();

async function writeRows(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO builders VALUES ('b', 'ünï"c\\ode, and a line' || chr(10), 7, 1)`,
  );
  await client.query(
    `INSERT INTO api_keys (key_id, builder_id, api_key_hash, scopes, max_fee_bps, orders_per_second, generation, created_ms)
     VALUES ($1, 'b', $2, '{trade,"with draw"}', 7, 10, 1, 9007199254740993)`,
    [digest(1).subarray(0, 16), digest(2)],
  );
  await client.query(
    `INSERT INTO recoveries (recovery_id, user_key, mint, recipient, nonce, amount, state, attempt,
       tx_signature, created_ms, updated_ms, due_ms, lease_until_ms, allow_program_address, max_gas_fee)
     SELECT 'operator:' || n, k, k, k, NULL, ${WIDE}, 'sending', 0, NULL, 1, 1, NULL, 0, false, 0
     FROM generate_series(1, ${ROWS}) n, sha256(n::text::bytea) k`,
  );
  await client.query(
    `INSERT INTO audit_rows (timestamp_ms, request_id, method, path, address, status, details)
     SELECT n, 'r', 'GET', '/', 'a', 200, '{"a": [1, "\\u00e9", null]}' FROM generate_series(1, 3) n`,
  );
}

const TABLES = ['builders', 'api_keys', 'recoveries', 'audit_rows'] as const;
const allOf = async (client: Client, table: string) =>
  (await client.query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows;

describe('a copy of tables', () => {
  it('knows every table that the migrations make, as kept or as made anew', async () => {
    const { rows } = await withClient(original, (client) =>
      client.query<{ table_name: string }>(
        `SELECT table_name FROM information_schema.tables
         WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`,
      ),
    );
    const known: string[] = [...BACKUP_TABLES, ...REBUILT_TABLES];
    expect(known.toSorted()).toEqual(rows.map(({ table_name }) => table_name));
  });

  it('gives back every row as it was, and counts on behind them', async () => {
    const copies: CopiedTable[] = [];
    const before = await withClient(original, async (client) => {
      await writeRows(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      for (const table of TABLES) copies.push(await copyOut(client, table, join(folder, table)));
      await client.query('COMMIT');
      return Promise.all(TABLES.map((table) => allOf(client, table)));
    });
    expect(copies.map(({ rows }) => rows)).toEqual([1, 1, ROWS, 3]);
    await withClient(empty, async (client) => {
      for (const copy of copies) await copyIn(client, copy, join(folder, copy.table));
      expect(await Promise.all(TABLES.map((table) => allOf(client, table)))).toEqual(before);
      const { rows } = await client.query(
        `INSERT INTO audit_rows (timestamp_ms, request_id, method, path, address, status, details)
         VALUES (1, 'r', 'GET', '/', 'a', 200, '{}') RETURNING audit_id`,
      );
      expect(rows).toEqual([{ audit_id: 4 }]);
    });
  });

  it('is not needed for history, which is forgotten without a kept row', async () => {
    const kept = () =>
      withClient(empty, (client) => Promise.all(TABLES.map((table) => allOf(client, table))));
    const before = await kept();
    expect(before[0]).toHaveLength(1);
    await withClient(empty, (client) =>
      client.query('INSERT INTO projection_cursor VALUES (0, 1, 1, 0, 0)'),
    );
    await forgetHistory(empty);
    await withClient(empty, async (client) => {
      expect(await allOf(client, 'projection_cursor')).toEqual([]);
    });
    expect(await kept()).toEqual(before);
  });

  it('takes in nothing that is not what was written', async () => {
    const file = join(folder, 'daily_cap');
    const copy = await withClient(original, async (client) => {
      await client.query('BEGIN');
      return copyOut(client, 'daily_cap', file);
    });
    await writeFile(file, 'something else');
    await expect(withClient(empty, (client) => copyIn(client, copy, file))).rejects.toThrow(
      /daily_cap is damaged/,
    );
  });
});
