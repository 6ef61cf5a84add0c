import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startTestPostgres } from '@bellwether/local-services';
import type { Postgres } from '@bellwether/local-services';
import { Client } from 'pg';
import { openDatabase } from '../src/database';
import type { Database } from '../src/database';
import { MIGRATED } from '../src/migrate';

/** A PostgreSQL server for this test file alone, stopped when the file ends. */
export interface TestServer {
  readonly postgres: Postgres;
  /** A migrated database with nothing in it. */
  database(): Promise<TestDatabase>;
  /** After a kill: the same server again, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Rows as `pg` returns them. */
  readonly rows: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

const silent = { warn: () => {} };
/** A busy machine is not an outage. */
const TIMEOUT_MS = 180_000;

/** With timeouts for a busy machine. */
export const openTestDatabase = (url: string, poolMax = 4): Database =>
  openDatabase({
    url,
    poolMax,
    timeoutMs: TIMEOUT_MS,
    connectTimeoutMs: TIMEOUT_MS,
    log: silent,
  });

/** @param isDurable syncs commits to disk, for tests that kill the server */
export async function startTestServer({ isDurable = false } = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-persistence-'));
  await chmod(folder, 0o755); // PostgreSQL does not run as root
  const dataDir = join(folder, 'postgres');
  const first = await startTestPostgres({ dataDir, preparation: MIGRATED, isDurable });
  let postgres: Postgres = first;
  const closers: (() => Promise<void>)[] = [];
  let count = 0;
  return {
    get postgres() {
      return postgres;
    },
    async database() {
      const url = await first.database(`test_${++count}`);
      const database = openTestDatabase(url);
      closers.push(() => database.close());
      return { url, database, rows: (sql, values) => rowsOf(url, sql, values) };
    },
    async restart() {
      await postgres.exited;
      postgres = await startPostgres({ dataDir, port: postgres.port });
    },
    async stop() {
      await Promise.all(closers.map((close) => close()));
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function rowsOf(url: string, sql: string, values?: unknown[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
