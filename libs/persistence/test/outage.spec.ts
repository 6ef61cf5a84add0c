/** PostgreSQL stops and comes back: the answers meanwhile, and recovery without any action. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditLog } from '../src/audit-log';
import { BuilderStore } from '../src/builders/builder-store';
import { connectionsOf, openDatabase } from '../src/database';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import { CandleHistory } from '../src/history/candle-history';
import { OrderHistory } from '../src/history/order-history';
import { TradeHistory } from '../src/history/trade-history';
import { Projection } from '../src/projection/projection';
import { batchesOf, EventScript, key16, key32 } from './event-script';
import { randomHistory } from './random-history';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const KILLS = Number(process.env['TEST_KILLS'] ?? 2);
const UNAVAILABLE = { name: 'CodedError', code: 'HISTORY_UNAVAILABLE', retryable: true };

let server: TestServer;
let db: TestDatabase;

beforeAll(async () => {
  server = await startTestServer({ isDurable: true });
  db = await server.database();
});
afterAll(() => server.stop());

/** One call of each repository. */
function everyCall({ database }: TestDatabase): (() => Promise<unknown>)[] {
  const page = { limit: 1 };
  const batches = new EventScript().next().order({ orderId: 1 }).batches();
  return [
    () => database.ping(),
    () => new TradeHistory(database).ofMarket(key32(1), page),
    () => new TradeHistory(database).ofUser(key32(1), page),
    () => new TradeHistory(database).ofBuilderKey(key16(1), {}, page),
    () => new CandleHistory(database).ofMarket(key32(1), { interval: '1m', nowSeconds: 0 }),
    () => new OrderHistory(database).byId(key32(1), 1),
    () => new OrderHistory(database).byNonce(key32(1), 1),
    () => new OrderHistory(database).ofUser(key32(1), {}, page),
    () => new BuilderStore(database).key(key16(1)),
    () => new BuilderStore(database).userOf(key32(1)),
    () => new AuditLog(database).list(page),
    () => new WithdrawalStore(database).eventCursor(),
    () => new Projection(database, 0).cursor(),
    () => new Projection(database, 0).takeInLinks(),
    () => new Projection(database, 0).apply(batches),
  ];
}

describe('while PostgreSQL is killed', () => {
  it('every call says HISTORY_UNAVAILABLE, and answers again once it is back', async () => {
    for (const call of everyCall(db)) await call();
    server.postgres.kill('SIGKILL');
    await server.postgres.exited;
    for (const call of everyCall(db)) await expect(call()).rejects.toMatchObject(UNAVAILABLE);
    await server.restart();
    for (const call of everyCall(db)) await call();
  });

  it('what is under way says so too', async () => {
    const connections = connectionsOf(db.database);
    const asleep = [
      connections.query((prisma) => prisma.$queryRaw`SELECT pg_sleep(60)::text`),
      connections.transaction((client) => client.query('SELECT pg_sleep(60)')),
    ].map((work) => expect(work).rejects.toMatchObject(UNAVAILABLE));
    for (let sleeping = 0; sleeping < asleep.length;) {
      const found = await db.rows(
        "SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'",
      );
      sleeping = found.length;
    }
    server.postgres.kill('SIGKILL');
    await Promise.all(asleep);
    await server.restart();
  });

  it(`no event is lost and none is written twice (seed ${SEED})`, async () => {
    const script = randomHistory(SEED, 400);
    const straight = await server.database();
    await new Projection(straight.database, 0).apply(script.batches());
    const tables = ['orders', 'trades', 'candles', 'refusals'];
    const contents = ({ rows }: TestDatabase) =>
      Promise.all(
        tables.map((table) => rows(`SELECT * FROM ${table} t ORDER BY to_jsonb(t)::text`)),
      );
    const expected = await contents(straight);

    const killed = await server.database();
    const projection = new Projection(killed.database, 0);
    const batches = batchesOf(
      script.events,
      script.events.map(() => 3),
    );
    const killAt = Array.from({ length: KILLS }, (_, kill) =>
      Math.floor((batches.length * (kill + 0.5)) / KILLS),
    );
    for (const [index, batch] of batches.entries()) {
      let restarted: Promise<void> | undefined;
      for (let applied = false; !applied;) {
        const applying = projection.apply([batch]);
        if (killAt.includes(index) && restarted === undefined) {
          server.postgres.kill('SIGKILL');
          restarted = server.restart();
        }
        applied = await applying.then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject(UNAVAILABLE);
            return false;
          },
        );
        if (!applied) await restarted;
      }
      await restarted;
    }
    expect(await contents(killed)).toEqual(expected);
  });
});

describe('a database that cannot be used', () => {
  it.each([
    ['refuses the password', (url: URL) => (url.password = 'wrong')],
    ['does not exist', (url: URL) => (url.pathname = '/nowhere')],
    ['is at a port where nobody listens', (url: URL) => (url.port = '1')],
    ['is at no address of a host', (url: URL) => (url.host = 'localhost:1')],
    ['is on a host that does not exist', (url: URL) => (url.hostname = 'nowhere.invalid')],
  ])('that %s is unavailable', async (_, change) => {
    const url = new URL(db.url);
    change(url);
    const database = openDatabase({ url: url.href, poolMax: 1, log: { warn: () => {} } });
    const failure = await database.ping().catch((error: unknown) => error);
    expect(failure).toMatchObject(UNAVAILABLE);
    // Log lines may name the host, never the password.
    const password = new URL(db.url).password;
    expect(`${String(failure)} ${String(Object(failure).cause)}`).not.toContain(password);
    await database.close();
  });

  it('and a bug in a statement is no outage', async () => {
    const broken = connectionsOf(db.database).transaction((client) => client.query('SELEKT 1'));
    await expect(broken).rejects.toMatchObject({ code: '42601' });
  });
});

describe('transactions that meet', () => {
  it('run again until both are done', async () => {
    const { database, rows } = await server.database();
    await rows('CREATE TABLE counters (id INT PRIMARY KEY, value INT)');
    await rows('INSERT INTO counters VALUES (1, 0), (2, 0)');
    const connections = connectionsOf(database);
    // Each locks one row, waits for the other to have done so, and wants the other row: a certain deadlock.
    let arrived = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => (meet = resolve));
    const add = (order: readonly [number, number]) =>
      connections.transaction(async (client) => {
        const increment = 'UPDATE counters SET value = value + 1 WHERE id = $1';
        await client.query(increment, [order[0]]);
        if (++arrived === 2) meet();
        await both;
        await client.query(increment, [order[1]]);
      });
    await Promise.all([add([1, 2]), add([2, 1])]);
    expect(arrived).toBeGreaterThan(2);
    expect(await rows('SELECT id, value FROM counters ORDER BY id')).toEqual([
      { id: 1, value: 2 },
      { id: 2, value: 2 },
    ]);
  });

  it('give up as an outage when they never stop meeting', async () => {
    const { database } = await server.database();
    let attempts = 0;
    const losing = connectionsOf(database).transaction((client) => {
      attempts++;
      return client.query("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$");
    });
    await expect(losing).rejects.toMatchObject(UNAVAILABLE);
    expect(attempts).toBe(8);
  });
});
