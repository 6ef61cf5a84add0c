import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { connectedClient } from './connected-client';
import { grantRights } from './rights/grant-rights';
import type { GrantedRole } from './rights/grant-rights';
import { DATABASE_ROLES, OWN_ROWS, PRIVILEGES, RIGHTS, nameOfRole } from './rights/rights';
import type { DatabaseRole } from './rights/rights';

export interface MigrateOptions {
  /** The folder of migrations; by default this library's own in the sources. Bundles carry a copy and name it. */
  readonly folder?: string | undefined;
  /** Called with the result for each app's role in this database. */
  readonly onRole?: ((role: GrantedRole) => void) | undefined;
}

/** The advisory lock of Prisma Migrate: concurrent migrations wait for each other, whichever program runs them. */
const PRISMA_LOCK = 72_707_369;
/** Another instance's migration may be building an index. */
const LOCK_TIMEOUT = '10min';

const LEDGER = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface LedgerRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/**
 * Applies the missing migrations in order of name, with `pg` alone: images and tests need no Prisma CLI. Keeps Prisma's
 * own migration table, so that its CLI understands the database. Each migration and its row there are one transaction.
 * Then it grants every existing app role the rights of this release (`rights/rights.ts`). Safe to run from several
 * processes at once, and to run again.
 *
 * @param url of the tables' owner
 * @returns the names applied now
 * @throws CodedError HISTORY_UNAVAILABLE if PostgreSQL does not answer; Error if a migration was edited after it was applied, or one begun by Prisma's CLI never finished
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? ownFolder());
  const client = await connectedClient(url);
  try {
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await client.query(LEDGER);
    const missing = missingMigrations(migrations, await readLedger(client));
    for (const migration of missing) await apply(client, migration);
    for (const role of await grantRights(client)) options.onRole?.(role);
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // also frees the lock
  }
}

/**
 * Builds an empty database with all tables and the roles of the apps, which cannot log in, for tests that copy it; the
 * key changes when the tables or the rights do.
 */
export const MIGRATED = {
  async key(): Promise<string> {
    const migrations = await readMigrations(ownFolder());
    const made = [LEDGER, ...migrations.map(({ name, checksum }) => `${name} ${checksum}`)];
    const rights = JSON.stringify([DATABASE_ROLES, RIGHTS, PRIVILEGES, OWN_ROWS]);
    return createHash('sha256')
      .update([...made, rights].join('\n'))
      .digest('hex');
  },
  async prepare(url: string): Promise<void> {
    const client = await connectedClient(url);
    try {
      for (const role of DATABASE_ROLES) await client.query(`CREATE ROLE ${nameOfRole(role)}`);
    } finally {
      await client.end();
    }
    await migrate(url);
  },
};

/** The superuser's URL of a `MIGRATED` database, with what this role may do and no more. */
export function withRightsOf(role: DatabaseRole, url: string): string {
  const limited = new URL(url);
  limited.searchParams.set('options', `-c role=${nameOfRole(role)}`);
  return limited.href;
}

const ownFolder = (): string => fileURLToPath(new URL('../prisma/migrations', import.meta.url));

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readLedger(client: Client): Promise<LedgerRow[]> {
  const { rows } = await client.query<LedgerRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/** Rows without a file in the folder come from a newer release, whose tables serve this one too. */
function missingMigrations(migrations: readonly Migration[], ledger: LedgerRow[]): Migration[] {
  const rowOf = new Map(ledger.map((row) => [row.migration_name, row]));
  return migrations.filter(({ name, checksum }) => {
    const row = rowOf.get(name);
    if (row === undefined) return true;
    if (row.finished_at === null) throw new Error(`migration ${name} failed earlier: resolve it`);
    if (row.checksum !== checksum) throw new Error(`migration ${name} was edited after it ran`);
    return false;
  });
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${name} did not apply`, { cause: error });
  }
}
