/**
 * Trades that come into builders' rows later than into history: of users who were linked late. However they are cut
 * into steps, the rows are those of a history that had all from the beginning.
 */
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { BuilderStore } from '../src/builders/builder-store';
import { connectionsOf } from '../src/database';
import { takeInLinks } from '../src/projection/late-links';
import { Projection } from '../src/projection/projection';
import { EventScript, batchesOf, key16, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

const SEED = Number(process.env['SEED'] ?? Date.now());
const TRADES = 120;
/** Users 1 to 4 of key 0, 3 to 6 of key 1: some trades have both sides, or both keys. Users 7 and 8 have none. */
const USERS = 8;
const LINKS = [1, 2, 3, 4].map((user) => [user, 0]).concat([3, 4, 5, 6].map((user) => [user, 1]));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function tradesOf(random: Random): EventScript {
  const script = new EventScript();
  for (let tradeId = 1; tradeId <= TRADES; tradeId++) {
    const taker = random.index(USERS);
    const maker = (taker + 1 + random.index(USERS - 1)) % USERS;
    script.next(random.index(40_000)).tradeAlone(
      {
        tradeId,
        taker: key32(taker + 1),
        maker: key32(maker + 1),
        takerFee: 1 + random.index(90),
        builderFee: random.index(3) * 7,
        makerBuilderFee: random.index(3) * 5,
      },
      { marketId: key32(100 + random.index(3)) },
    );
  }
  return script;
}

async function link({ database }: TestDatabase): Promise<void> {
  const builders = new BuilderStore(database);
  await builders.createBuilder({ builderId: 'b', name: 'B', maxFeeBps: 100, createdMs: 0 });
  for (const key of [0, 1]) {
    await builders.createKey({
      keyId: key16(key),
      builderId: 'b',
      apiKeyHash: key32(key),
      scopes: ['trade'],
      maxFeeBps: 100,
      ordersPerSecond: 10,
      dailyOutflowMicroUsdc: 0,
      createdMs: 0,
    });
  }
  for (const [user = 0, key = 0] of LINKS) {
    const ids = { user: key32(user), keyId: key16(key), builderId: 'b', userId: `${user}` };
    await builders.linkUser({ ...ids, linkedMs: 0 });
  }
}

const inTransaction = <T>({ database }: TestDatabase, work: (client: PoolClient) => Promise<T>) =>
  connectionsOf(database).transaction(work);

async function contentsOf({ rows }: TestDatabase, tables: readonly string[]) {
  const contents = tables.map((table) =>
    rows(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`),
  );
  return Promise.all(contents);
}

const OF_LINKS = ['builder_trades', 'builder_sums', 'late_links'];

describe(`users who are linked late (SEED=${SEED})`, () => {
  it('have all their trades once, in steps of any size, with new trades and failures between', async () => {
    const random = new Random(SEED);
    const { events } = tradesOf(random);
    const straight = await server.database();
    await link(straight);
    await new Projection(straight.database, 0).apply(batchesOf(events));

    const late = await server.database();
    const middle = random.index(events.length / 2);
    await new Projection(late.database, 0).apply(batchesOf(events.slice(0, middle)));
    await link(late);
    const step = (client: PoolClient) => takeInLinks(client, 1 + random.index(30));
    const failing = async (client: PoolClient) => {
      await step(client);
      throw new Error('cut off');
    };
    await expect(inTransaction(late, failing)).rejects.toThrow('cut off');
    // New trades come at once, earlier ones step by step.
    await inTransaction(late, step);
    await new Projection(late.database, 0).apply(batchesOf(events));
    while ((await inTransaction(late, step)) > 0);
    expect(await contentsOf(late, OF_LINKS)).toEqual(await contentsOf(straight, OF_LINKS));
  });

  it('wait no longer for the next one than a step takes', async () => {
    const random = new Random(SEED + 1);
    const { events } = tradesOf(random);
    const one = await server.database();
    await new Projection(one.database, 0).apply(batchesOf(events));
    await link(one);
    await inTransaction(one, (client) => takeInLinks(client, LINKS.length));
    const [{ trades }] = (await one.rows('SELECT count(*)::int AS trades FROM builder_trades')) as [
      { trades: number },
    ];
    expect(trades).toBeLessThanOrEqual(LINKS.length);
    const projection = new Projection(one.database, 0);
    while ((await projection.takeInLinks()) > 0);
    expect(await one.rows('SELECT FROM late_links')).toEqual([]);
  });
});

describe('columns that a migration adds', () => {
  it('do not stop a projector that runs', async () => {
    const { events } = tradesOf(new Random(SEED));
    const one = await server.database();
    await link(one);
    const projection = new Projection(one.database, 0);
    await projection.apply(batchesOf(events.slice(0, events.length / 2)));
    const tables = await one.rows(
      `SELECT table_name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'`,
    );
    for (const { table_name: table } of tables) {
      await one.rows(`ALTER TABLE ${String(table)} ADD COLUMN of_the_next_release INTEGER`);
    }
    await projection.apply(batchesOf(events));
    expect(await one.rows('SELECT count(*)::int AS trades FROM trades')).toEqual([
      { trades: TRADES },
    ]);
  });
});
