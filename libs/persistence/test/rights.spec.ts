/** PostgreSQL allows each role exactly what the table of rights says, on every table. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createRole } from '@bellwether/local-services';
import { Client } from 'pg';
import { openDatabase } from '../src/database';
import { DepositStore } from '../src/funding/deposit-store';
import { ExchangeKeyStore } from '../src/funding/exchange-key-store';
import { ScanCursors } from '../src/funding/scan-cursors';
import { SolvencyStore } from '../src/funding/solvency-store';
import { FUNDING_APPS } from '../src/funding/step-effects';
import { WatchedAddressStore } from '../src/funding/watched-address-store';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import { CandleHistory } from '../src/history/candle-history';
import { LedgerHistory } from '../src/history/ledger-history';
import { OrderHistory } from '../src/history/order-history';
import { TradeHistory } from '../src/history/trade-history';
import { BACKUP_TABLES, REBUILT_TABLES } from '../src/backup-rows/backup-tables';
import { migrate } from '../src/migrate';
import { Projection } from '../src/projection/projection';
import { DATABASE_ROLES, OWN_ROWS, PRIVILEGES, RIGHTS, nameOfRole } from '../src/rights/rights';
import type { DatabaseRole, TableRight } from '../src/rights/rights';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

/** A busy machine is not an outage. */
const TIMEOUT = { timeoutMs: 180_000, connectTimeoutMs: 180_000 };

let server: TestServer;
let folder: string;
/** Of a database migrated with all roles present. */
let ownerUrl: string;
let owner: Client;
const urls = new Map<DatabaseRole, string>();
const clients: Client[] = [];

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}
const rowsOf = async (client: Client, sql: string, values: unknown[] = []) =>
  (await client.query<Record<string, unknown>>(sql, values)).rows;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'bellwether-rights-'));
  ({ url: ownerUrl } = await server.database());
  for (const role of DATABASE_ROLES) {
    urls.set(role, await createRole(ownerUrl, nameOfRole(role), `of-${role}`));
  }
  await migrate(ownerUrl);
  owner = await connect(ownerUrl);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

/** `deposits: SELECT INSERT`: only tables with any privilege. */
async function privilegesIn(client: Client, role: string): Promise<string[]> {
  const rows = await rowsOf(
    client,
    `SELECT c.relname || ': ' || string_agg(p, ' ' ORDER BY place) AS found
     FROM pg_class AS c CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS w (p, place)
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND has_table_privilege($1, c.oid, p)
     GROUP BY c.relname ORDER BY c.relname`,
    [role, ALL],
  );
  return rows.map(({ found }) => String(found));
}

const saidOf = (right: TableRight): string =>
  typeof right === 'string' ? PRIVILEGES[right].join(' ') : 'SELECT';

const everything = `SELECT relname, relacl::text, relrowsecurity FROM pg_class
  WHERE relnamespace = 'public'::regnamespace ORDER BY relname`;
const policies = `SELECT oid, polrelid::regclass::text, polname, polroles::text FROM pg_policy ORDER BY oid`;

describe('the rights of the database roles', () => {
  it.each(DATABASE_ROLES)(
    '%s has what its table says on every table, and no more',
    async (role) => {
      const wanted = Object.entries(RIGHTS[role]).map(
        ([table, right]) => `${table}: ${saidOf(right)}`,
      );
      const order = (one: string, other: string) => (one < other ? -1 : 1);
      expect(await privilegesIn(owner, nameOfRole(role))).toEqual(wanted.toSorted(order));
    },
  );

  it('are of some columns where the table says which', async () => {
    const columns = await rowsOf(
      owner,
      `SELECT attrelid::regclass::text AS table, attname AS column, attacl::text AS rights
       FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid IN (
         SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
    );
    const rights = '{bellwether_projector=w/postgres}';
    expect(columns).toEqual([{ table: 'user_links', column: 'projected', rights }]);
  });

  it('let those number rows who add rows that are numbered', async () => {
    const found = await rowsOf(
      owner,
      `SELECT c.relname AS sequence, array_agg(r.rolname::text ORDER BY r.rolname) AS roles
       FROM pg_class AS c JOIN pg_roles AS r ON r.rolname LIKE 'bellwether\\_%'
       WHERE c.relkind = 'S' AND has_sequence_privilege(r.oid, c.oid, 'USAGE')
         AND NOT has_sequence_privilege(r.oid, c.oid, 'UPDATE')
       GROUP BY c.relname ORDER BY c.relname`,
    );
    const listener = ['bellwether_deposit_listener'];
    expect(Object.fromEntries(found.map(({ sequence, roles }) => [sequence, roles]))).toEqual({
      alarms_alarm_id_seq: ['bellwether_bridge_relayer', ...listener, 'bellwether_withdraw_worker'],
      audit_rows_audit_id_seq: ['bellwether_gateway_admin'],
      confirmations_confirmation_id_seq: ['bellwether_gateway_admin'],
      deposits_number_seq: listener,
      revenue_payouts_number_seq: ['bellwether_withdraw_worker'],
      outbox_outbox_id_seq: [
        'bellwether_bridge_relayer',
        ...listener,
        'bellwether_withdraw_worker',
      ],
      solvency_rounds_round_id_seq: listener,
      watched_addresses_watch_id_seq: listener,
      withdrawals_number_seq: ['bellwether_withdraw_worker'],
    });
  });

  it('leave nothing for others', async () => {
    await createRole(server.postgres.url, 'somebody', 'else');
    expect(await privilegesIn(owner, 'somebody')).toEqual([]);
    const [schema] = await rowsOf(
      owner,
      `SELECT bool_or(has_schema_privilege(rolname, 'public', 'CREATE')) AS creates FROM pg_roles
       WHERE rolname LIKE 'bellwether\\_%' OR rolname = 'somebody'`,
    );
    expect(schema).toEqual({ creates: false });
  });

  it('name tables and columns that there are', async () => {
    const columns = await rowsOf(
      owner,
      `SELECT attrelid::regclass || '.' || attname AS column FROM pg_attribute
       WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
    );
    const known = new Set(columns.map(({ column }) => column));
    const own = Object.entries(OWN_ROWS).map(([table, column]) => `${table}.${column}`);
    expect(own.filter((column) => !known.has(column))).toEqual([]);
    expect(await privilegesIn(owner, nameOfRole('backup'))).toHaveLength(
      BACKUP_TABLES.length + REBUILT_TABLES.length + 1,
    );
  });
});

describe('the public gateway', () => {
  it('may read everything that it shows', async () => {
    const url = urls.get('gateway') ?? '';
    const database = openDatabase({ url, poolMax: 4, log: { warn: () => {} }, ...TIMEOUT });
    const [user, page] = [new Uint8Array(32), { limit: 1 }];
    const trades = new TradeHistory(database);
    const orders = new OrderHistory(database);
    const candles = new CandleHistory(database);
    try {
      const reads = [
        new Projection(database, 0).cursor(),
        trades.ofMarket(user, page),
        trades.ofUser(user, page),
        candles.ofMarket(user, { interval: '1m', nowSeconds: 1 }),
        new LedgerHistory(database).ofUser(user, page),
        orders.byId(user, 1),
        orders.byNonce(user, 1),
        orders.ofUser(user, {}, page),
        new DepositStore(database).latestOf(user),
        new WithdrawalStore(database).byId(user),
        new WithdrawalStore(database).ofUser(user, page),
        new WatchedAddressStore(database).ofUser(user),
        new ScanCursors(database).progress(),
        new SolvencyStore(database).state(),
      ];
      const outcomes = await Promise.allSettled(reads);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    } finally {
      await database.close();
    }
  });
});

/** What an attacker with the gateway's DATABASE_URL would try. */
const STOLEN: readonly (readonly [string, string])[] = [
  ['a deposit', `UPDATE deposits SET credited_micro_usdc = 1000000`],
  ['a withdrawal', `UPDATE withdrawals SET recipient = '\\x00'`],
  ['a credit of the chain', `DELETE FROM chain_credits`],
  ['an API key', `UPDATE api_keys SET scopes = '{trade,withdraw}'`],
  ['the reading of API keys', `SELECT api_key_hash FROM api_keys`],
  [
    "a builder's user",
    `INSERT INTO user_links (user_key, key_id, builder_id, linked_ms) VALUES ('', '', '', 0)`,
  ],
  [
    'a message',
    `INSERT INTO outbox (app, message_id, subject, payload, created_ms) VALUES ('withdraw-worker', 'x', 'x', '', 0)`,
  ],
  ['history', `UPDATE trades SET price = 1`],
  ['the audit log', `DELETE FROM audit_rows`],
  ['an address', `UPDATE watched_addresses SET deposit_address = '\\x00'`],
  ['all of a table', `TRUNCATE withdrawals`],
  ['a row lock', `SELECT 1 FROM withdrawals FOR UPDATE`],
  ['a table', `CREATE TABLE mine (x INT)`],
  ['a policy', `ALTER TABLE outbox DISABLE ROW LEVEL SECURITY`],
  ['rights', `GRANT ALL ON api_keys TO PUBLIC`],
  ["another's role", `SET ROLE bellwether_signer`],
];

describe('who has stolen', () => {
  let gateway: Client | undefined;

  it.each(STOLEN)('the URL of the gateway is refused %s', async (_, sql) => {
    gateway ??= await connect(urls.get('gateway') ?? '');
    await expect(gateway.query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('the URL of the admin role adds to the audit log, and changes nothing in it', async () => {
    const admin = await connect(urls.get('gateway-admin') ?? '');
    await admin.query(
      `INSERT INTO audit_rows (timestamp_ms, request_id, method, path, address, status, details)
       VALUES (0, 'r', 'POST', '/admin/mode', '::1', 200, '{}')`,
    );
    for (const sql of ['UPDATE audit_rows SET status = 500', 'DELETE FROM audit_rows']) {
      await expect(admin.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it("the relayer's URL writes messages of the relayer, and none of another app", async () => {
    const relayer = await connect(urls.get('bridge-relayer') ?? '');
    const insert = `INSERT INTO outbox (app, message_id, subject, payload, created_ms)
      VALUES ($1, $2, 'funding.transfer.x', '', 0) ON CONFLICT DO NOTHING RETURNING message_id`;
    await owner.query(insert, ['withdraw-worker', 'theirs']);
    expect(await rowsOf(relayer, insert, ['bridge-relayer', 'mine'])).toHaveLength(1);
    await expect(relayer.query(insert, ['withdraw-worker', 'forged'])).rejects.toMatchObject({
      code: '42501',
    });
    const renamed = `UPDATE outbox SET app = 'withdraw-worker' RETURNING message_id`;
    await expect(relayer.query(renamed)).rejects.toMatchObject({ code: '42501' });
    const changed = `UPDATE outbox SET published_ms = 1 RETURNING message_id`;
    expect(await rowsOf(relayer, changed)).toEqual([{ message_id: 'mine' }]);
    const dropped = `DELETE FROM outbox RETURNING message_id`;
    expect(await rowsOf(relayer, dropped)).toEqual([{ message_id: 'mine' }]);
    expect(await rowsOf(owner, 'SELECT message_id FROM outbox')).toEqual([
      { message_id: 'theirs' },
    ]);
  });

  it('the URL of each funding app notes its own keys, as often as it likes, and knows all', async () => {
    const noted = (at: number): Uint8Array => new Uint8Array(32).fill(at + 1);
    for (const [at, app] of FUNDING_APPS.entries()) {
      const url = urls.get(app) ?? '';
      const database = openDatabase({ url, poolMax: 1, log: { warn: () => {} }, ...TIMEOUT });
      try {
        const keys = new ExchangeKeyStore(database, app);
        for (let again = 0; again < 2; again++) await keys.add([noted(at)]);
        expect([await keys.has(noted(0)), await keys.has(noted(at))]).toEqual([true, true]);
        expect(await keys.has(noted(at + 1))).toBe(false);
        const other = new ExchangeKeyStore(database, FUNDING_APPS[(at + 1) % FUNDING_APPS.length]!);
        await expect(other.add([noted(9)])).rejects.toBeDefined();
      } finally {
        await database.close();
      }
    }
  });

  it("the projector's URL takes links in, and makes nobody somebody else's user", async () => {
    const projector = await connect(urls.get('projector') ?? '');
    await projector.query('UPDATE user_links SET projected = true');
    await expect(
      projector.query(`UPDATE user_links SET builder_id = 'mine'`),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('granting', () => {
  it('again changes nothing', async () => {
    const before = [await rowsOf(owner, everything), await rowsOf(owner, policies)];
    await migrate(ownerUrl);
    expect([await rowsOf(owner, everything), await rowsOf(owner, policies)]).toEqual(before);
  });

  it('says which roles there are, and which are bound by nothing', async () => {
    const { url } = await server.database();
    await owner.query('ALTER ROLE bellwether_backup SUPERUSER');
    await owner.query('ALTER ROLE bellwether_signer RENAME TO elsewhere');
    const states = new Map<string, string>();
    await migrate(url, { onRole: ({ name, state }) => void states.set(name, state) });
    await owner.query('ALTER ROLE bellwether_backup NOSUPERUSER');
    await owner.query('ALTER ROLE elsewhere RENAME TO bellwether_signer');
    await owner.query(`ALTER ROLE bellwether_signer PASSWORD 'of-signer'`);
    const others = DATABASE_ROLES.filter((role) => role !== 'signer' && role !== 'backup');
    expect(Object.fromEntries(states)).toEqual({
      ...Object.fromEntries(others.map((role) => [nameOfRole(role), 'granted'])),
      bellwether_signer: 'missing',
      bellwether_backup: 'unbounded',
    });
  });

  it('takes away what somebody gave by hand, and leaves a table that is new closed', async () => {
    const url = await createDatabase(server.postgres.url, 'closing');
    const client = await connect(url);
    await client.query('GRANT CREATE ON SCHEMA public TO PUBLIC');
    const path = join(folder, 'closing');
    const add = async (name: string, sql: string) => {
      await mkdir(join(path, name), { recursive: true });
      await writeFile(join(path, name, 'migration.sql'), sql);
      await migrate(url, { folder: path });
    };
    await add('1_trades', 'CREATE TABLE trades (x INT); CREATE TABLE deposits (x BIGSERIAL);');
    await client.query('GRANT ALL ON trades, deposits TO bellwether_gateway, PUBLIC');
    await client.query('GRANT UPDATE (x) ON trades TO bellwether_gateway');
    await add('2_fees', 'CREATE TABLE fees (x BIGSERIAL)');
    const read = ['deposits: SELECT', 'trades: SELECT'];
    expect(await privilegesIn(client, 'bellwether_gateway')).toEqual(read);
    expect(await privilegesIn(client, 'bellwether_withdraw_worker')).toEqual([]);
    const [left] = await rowsOf(
      client,
      `SELECT has_column_privilege('bellwether_gateway', 'trades', 'x', 'UPDATE') AS changes,
         has_schema_privilege('bellwether_gateway', 'public', 'CREATE') AS creates,
         has_sequence_privilege('bellwether_gateway', 'fees_x_seq', 'USAGE') AS counts`,
    );
    expect(left).toEqual({ changes: false, creates: false, counts: false });
  });
});
