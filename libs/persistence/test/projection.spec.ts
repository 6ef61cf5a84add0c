/**
 * The projection on a real PostgreSQL. The main test: however the events of a history are cut into batches, repeated,
 * and interrupted, the tables equal those of one straight pass.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { BuilderStore } from '../src/builders/builder-store';
import { TradeHistory } from '../src/history/trade-history';
import { REBUILT_TABLES } from '../src/backup-rows/backup-tables';
import { historyPartOf } from '../src/projection/history-part';
import { Projection } from '../src/projection/projection';
import type { StreamedBatch } from '../src/projection/fresh-events';
import { EventScript, START_MS, batchesOf, key16, key32 } from './event-script';
import { KEYS, USERS, randomHistory } from './random-history';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';
import { TradingUsers } from './trading-users';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const COMMANDS = Number(process.env['TEST_COMMANDS'] ?? 300);
const TABLES = REBUILT_TABLES.filter((table) => table !== 'projection_cursor');

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function contentsOf({ rows }: TestDatabase) {
  const contents = await Promise.all(
    TABLES.map(async (table) => [
      table,
      await rows(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`),
    ]),
  );
  return Object.fromEntries(contents);
}

/** Key 0 has users 1 to 3, key 1 has user 3 to 5: user 3 has both, user 6 none. */
async function linkUsers(store: BuilderStore): Promise<void> {
  await store.createBuilder({ builderId: 'b', name: 'B', maxFeeBps: 100, createdMs: 0 });
  for (let key = 0; key < KEYS; key++) {
    await store.createKey({
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
  for (const [user, key] of [
    [1, 0],
    [2, 0],
    [3, 0],
    [3, 1],
    [4, 1],
    [5, 1],
  ] as const) {
    await store.linkUser({
      user: key32(user),
      keyId: key16(key),
      builderId: 'b',
      userId: `user ${user}`,
      linkedMs: 0,
    });
  }
}

/** Cuts at random, and repeats: each batch may come again, alone or with the ones before it. */
function disturbed(script: EventScript, random: Random): StreamedBatch[][] {
  const sizes: number[] = [];
  for (let left = script.events.length; left > 0; left -= sizes.at(-1)!)
    sizes.push(1 + random.index(12));
  const batches = batchesOf(script.events, sizes);
  const calls: StreamedBatch[][] = [];
  for (let at = 0; at < batches.length;) {
    const count = 1 + random.index(4);
    const from = Math.max(0, at - random.index(3));
    calls.push(batches.slice(from, at + count));
    at += count;
  }
  return calls;
}

describe('history', () => {
  it(`is the same however its events arrive (seed ${SEED})`, async () => {
    const script = randomHistory(SEED, COMMANDS);
    const random = new Random(SEED + 1);
    const straight = await server.database();
    await linkUsers(new BuilderStore(straight.database));
    await new Projection(straight.database, 0).apply(script.batches());

    const disturbedOne = await server.database();
    const projection = new Projection(disturbedOne.database, 0);
    const calls = disturbed(script, random);
    const linksAt = Math.floor(calls.length / 2);
    let applied = 0;
    for (const [index, batches] of calls.entries()) {
      // Users linked late still have their earlier trades.
      if (index === linksAt) await linkUsers(new BuilderStore(disturbedOne.database));
      applied += (await projection.apply(batches)).applied;
    }
    expect(applied).toBe(script.events.length);
    expect(await contentsOf(disturbedOne)).toEqual(await contentsOf(straight));
  });

  it(`survives two projectors at once (seed ${SEED})`, async () => {
    const script = randomHistory(SEED, COMMANDS);
    const straight = await server.database();
    await new Projection(straight.database, 0).apply(script.batches());

    const shared = await server.database();
    const calls = disturbed(script, new Random(SEED + 2));
    const project = async () => {
      const projection = new Projection(shared.database, 0);
      let applied = 0;
      for (const batches of calls) applied += (await projection.apply(batches)).applied;
      return applied;
    };
    const [one, other] = await Promise.all([project(), project()]);
    expect(one + other).toBe(script.events.length);
    expect(await contentsOf(shared)).toEqual(await contentsOf(straight));
  });

  it(`is the same of the events that it has rows for (seed ${SEED})`, async () => {
    const trading = new TradingUsers(SEED);
    for (let command = 0; command < COMMANDS; command++) trading.next();
    const sizes = [...trading.randomSizes(new Random(SEED + 3))];
    const batches = batchesOf(trading.events, sizes);
    const parts = batches.map((one) => ({ ...one, batch: historyPartOf(one.batch) }));
    const left = parts.reduce((sum, { batch }) => sum + batch.events.length, 0);
    expect(left).toBeLessThan(trading.events.length);

    const [whole, part] = [await server.database(), await server.database()];
    await new Projection(whole.database, 0).apply(batches);
    const projection = new Projection(part.database, 0);
    // Two at a time, the one before again: the cursor follows what is left of each.
    for (let at = 0; at < parts.length; at += 2)
      await projection.apply(parts.slice(Math.max(0, at - 1), at + 2));
    expect(await contentsOf(part)).toEqual(await contentsOf(whole));
    expect(await projection.cursor()).toEqual(await new Projection(whole.database, 0).cursor());
  });

  it('has the states of orders, trades and refusals as the events say', async () => {
    const { database, rows } = await server.database();
    const projection = new Projection(database, 0);
    const script = new EventScript().next().order({ orderId: 1, size: 10 });
    script.next().order({ orderId: 2, size: 10 });
    script.next().order({ orderId: 3, size: 4, filled: 4, status: 'filled' });
    const firstPart = script.events.length;
    script.next().trade({ tradeId: 1, makerOrderId: 1, quantity: 4 }, { makerFilled: 4 });
    script.trade({ tradeId: 2, makerOrderId: 2, quantity: 10 }, { makerFilled: 10 });
    script.next().add({
      kind: 'order_cancelled',
      orderId: 1,
      user: key32(1),
      marketId: key32(100),
      filledSize: 4,
      cancelledSize: 6,
      releasedMicroUsdc: 3_000_000,
      reason: 'cancel_all',
    });
    for (const batch of script.batches([firstPart, 1])) await projection.apply([batch]);
    expect(
      await rows('SELECT order_id, filled, status, cancel_reason FROM orders ORDER BY order_id'),
    ).toEqual([
      { order_id: '1', filled: 4, status: 'cancelled', cancel_reason: 'cancel_all' },
      { order_id: '2', filled: 10, status: 'filled', cancel_reason: null },
      { order_id: '3', filled: 4, status: 'filled', cancel_reason: null },
    ]);
  });

  it('keeps the catalogue, credits and payouts', async () => {
    const { database, rows } = await server.database();
    const projection = new Projection(database, 0);
    const script = new EventScript()
      .next()
      .add({
        kind: 'event_created',
        event: {
          eventId: 'e',
          question: 'A \u0000 in it?',
          description: '',
          category: { name: 'n', sub: 's' },
          expiry: 2_000_000_000,
          mutuallyExclusive: false,
          feeBps: 700,
          makerRebatePct: 20,
          opensAt: 1_900_000_000,
          createdMs: START_MS,
          markets: [{ label: 'Yes', marketId: key32(100), status: 'pending' }],
        },
      })
      .next()
      .add({ kind: 'credited', user: key32(1), amount: 2 ** 53 - 1, reference: 'r' });
    const before = script.events.length;
    script
      .next()
      .add({ kind: 'market_status', marketId: key32(100), status: 'active' })
      .tradeAlone({ tradeId: 1, quantity: 5, taker: key32(1), maker: key32(2) })
      .next(10)
      .add({
        kind: 'payout',
        marketId: key32(100),
        user: key32(1),
        yesContracts: 5,
        noContracts: 0,
        paidMicroUsdc: 5_000_000,
      })
      .add({
        kind: 'market_resolved',
        marketId: key32(100),
        resolution: 'yes',
        price: null,
        paidMicroUsdc: 5_000_000,
      });
    for (const batch of script.batches([before])) await projection.apply([batch]);
    expect(await rows('SELECT question, opens_at_seconds, created_seq FROM events')).toEqual([
      { question: 'A \uFFFD in it?', opens_at_seconds: '1900000000', created_seq: '1' },
    ]);
    expect(
      await rows(
        'SELECT label, status, resolution, resolution_price, paid_micro_usdc, updated_ms FROM markets',
      ),
    ).toEqual([
      {
        label: 'Yes',
        status: 'resolved',
        resolution: 'yes',
        resolution_price: null,
        paid_micro_usdc: '5000000',
        updated_ms: String(START_MS + 10),
      },
    ]);
    expect(await rows('SELECT amount_micro_usdc, reference FROM credits')).toEqual([
      { amount_micro_usdc: '9007199254740991', reference: 'r' },
    ]);
    expect(await rows('SELECT yes_contracts, paid_micro_usdc FROM payouts')).toEqual([
      { yes_contracts: '5', paid_micro_usdc: '5000000' },
    ]);
  });
});

describe('the cursor', () => {
  it('starts before all events and follows them', async () => {
    const { database } = await server.database();
    const projection = new Projection(database, 0);
    expect(await projection.cursor()).toEqual({ streamSequence: 0, seq: 0, index: 0 });
    const script = new EventScript().next().order({ orderId: 1 }).order({ orderId: 2 });
    const applied = await projection.apply(script.batches([1]));
    expect(applied).toMatchObject({ applied: 2, skipped: 0 });
    expect(await projection.cursor()).toEqual({ streamSequence: 2, seq: 1, index: 1 });
    expect(await projection.apply(script.batches([1]))).toMatchObject({ applied: 0, skipped: 2 });
  });

  it('is one a shard', async () => {
    const { database } = await server.database();
    const script = new EventScript().next().order({ orderId: 1 });
    await new Projection(database, 0).apply(script.batches());
    expect((await new Projection(database, 1).cursor()).seq).toBe(0);
  });

  it('stays, and no row is written, when a batch leaves a gap', async () => {
    const { database, rows } = await server.database();
    const projection = new Projection(database, 0);
    const script = new EventScript();
    for (let orderId = 1; orderId <= 3; orderId++) script.next().order({ orderId });
    const [first, , third] = script.batches([1, 1]);
    await expect(projection.apply([first!, third!])).rejects.toMatchObject({
      name: 'Fault',
      verdict: 'poison',
    });
    expect(await projection.cursor()).toEqual({ streamSequence: 0, seq: 0, index: 0 });
    expect(await rows('SELECT FROM orders')).toEqual([]);
  });

  it('stays, and no row is written, when the events contradict the tables', async () => {
    const { database, rows } = await server.database();
    const projection = new Projection(database, 0);
    const unknownOrder = new EventScript()
      .next()
      .tradeAlone({ tradeId: 1 })
      .trade({ tradeId: 2, makerOrderId: 77 });
    const broken = { name: 'InvariantViolation' };
    await expect(projection.apply(unknownOrder.batches())).rejects.toMatchObject(broken);
    const sameOrder = new EventScript().next().order({ orderId: 1, nonce: 1 });
    sameOrder.order({ orderId: 2, nonce: 1 });
    await expect(projection.apply(sameOrder.batches())).rejects.toMatchObject(broken);
    expect(await rows('SELECT FROM trades')).toEqual([]);
    expect((await projection.cursor()).seq).toBe(0);
  });
});

describe('links of users with keys', () => {
  it('bring the earlier trades without waiting for an event', async () => {
    const { database } = await server.database();
    const projection = new Projection(database, 0);
    const history = new TradeHistory(database);
    const fees = { takerFee: 30, builderFee: 7, makerBuilderFee: 5 };
    const script = new EventScript().next();
    for (let user = 1; user <= USERS; user++)
      script.tradeAlone({ ...fees, tradeId: user, maker: key32(user), taker: key32(user + 1) });
    await projection.apply(script.batches());
    const trades = () => history.ofBuilderKey(key16(0), {}, { limit: 10 });
    await linkUsers(new BuilderStore(database));
    expect((await trades()).items).toEqual([]);
    expect(await projection.takeInLinks()).toBe(6);
    expect(await projection.takeInLinks()).toBe(0);
    // Users 1 to 3 made trades 1 to 3 as makers and 1, 2 as takers.
    expect(await trades()).toMatchObject({
      items: [{ tradeId: 3 }, { tradeId: 2 }, { tradeId: 1 }],
      totalBuilderFees: 3 * 5 + 2 * 7,
      totalProtocolFees: 3 * 30,
      userCount: 3,
    });
  });
});
