/** What a builder earned, against sums made of the trades themselves; its users, each once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '@bellwether/seeded-random';
import { BuilderStore } from '../src/builders/builder-store';
import type { Database } from '../src/database';
import { BuilderRevenueHistory, MAX_REVENUE_MARKETS } from '../src/history/builder-revenue';
import type { Revenue } from '../src/history/builder-revenue';
import { Projection } from '../src/projection/projection';
import { EventScript, START_MS, key16, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

const DAY_MS = 86_400_000;
const TRADES = 400;
const MARKETS = MAX_REVENUE_MARKETS + 20;
const SEED = Number(process.env['SEED'] ?? Date.now());
/** Keys 1 and 2 are of the builder `b`, 3 of another one; 0: an order without a builder. */
const OF_B = [1, 2];

interface NaiveTrade {
  readonly tradeId: number;
  readonly day: number;
  readonly market: number;
  readonly quantity: number;
  readonly sides: readonly { readonly key: number; readonly fee: number }[];
}

let server: TestServer;
let database: Database;
let history: BuilderRevenueHistory;
const naive: NaiveTrade[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ({ database } = await server.database());
  history = new BuilderRevenueHistory(database);
  const builders = new BuilderStore(database);
  const keyOf = async (builderId: string, key: number) =>
    builders.createKey({
      keyId: key16(key),
      builderId,
      apiKeyHash: key32(key),
      scopes: [],
      maxFeeBps: 100,
      ordersPerSecond: 1,
      dailyOutflowMicroUsdc: 0,
      createdMs: key,
    });
  for (const builderId of ['b', 'c']) {
    await builders.createBuilder({ builderId, name: builderId, maxFeeBps: 100, createdMs: 0 });
  }
  await keyOf('b', 1);
  await keyOf('b', 2);
  await keyOf('c', 3);
  await builders.revokeKey(key16(2), 5);
  // User 20 through both keys: it counts once.
  const links = [
    [30, 1, 'zoë \u0000'],
    [20, 1, 'bob'],
    [20, 2, 'bob'],
    [10, 2, null],
  ] as const;
  for (const [user, key, userId] of links) {
    await builders.linkUser({
      user: key32(user),
      keyId: key16(key),
      builderId: 'b',
      userId,
      linkedMs: user * 1_000 + key,
    });
  }
  await builders.linkUser({
    user: key32(40),
    keyId: key16(3),
    builderId: 'c',
    userId: 'else',
    linkedMs: 1,
  });

  const random = new Random(SEED);
  const below = (count: number): number => random.index(count);
  const projection = new Projection(database, 0);
  let timeMs = START_MS;
  const script = new EventScript();
  for (let tradeId = 1; tradeId <= TRADES; tradeId++) {
    const passedMs = below(DAY_MS / 12);
    timeMs += passedMs;
    const [taker, maker] = [below(4), below(4)];
    const [takerFee, makerFee] = [taker === 0 ? 0 : below(9_000), maker === 0 ? 0 : below(9_000)];
    const market = below(MARKETS);
    const quantity = 1 + below(50);
    script.next(passedMs).tradeAlone(
      {
        tradeId,
        maker: key32(70),
        taker: key32(71),
        quantity,
        builder: taker === 0 ? null : key16(taker),
        builderFee: takerFee,
        makerBuilder: maker === 0 ? null : key16(maker),
        makerBuilderFee: makerFee,
      },
      { marketId: key32(100 + market) },
    );
    naive.push({
      tradeId,
      day: Math.floor(timeMs / DAY_MS),
      market,
      quantity,
      sides: [
        { key: taker, fee: takerFee },
        { key: maker, fee: makerFee },
      ],
    });
    if (tradeId === TRADES / 2) await projection.apply(script.batches());
  }
  await projection.apply(script.batches());
}, 120_000);
afterAll(() => server.stop());

const NOTHING: Revenue = { builderFee: 0, fills: 0, contracts: 0 };

function expected(matches: (trade: NaiveTrade) => boolean): Revenue {
  let sum = NOTHING;
  for (const trade of naive) {
    if (!matches(trade)) continue;
    for (const { key, fee } of trade.sides) {
      if (!OF_B.includes(key)) continue;
      sum = {
        builderFee: sum.builderFee + fee,
        fills: sum.fills + 1,
        contracts: sum.contracts + trade.quantity,
      };
    }
  }
  return sum;
}

describe(`revenue of a builder (SEED=${SEED})`, () => {
  const days = () => [...new Set(naive.map(({ day }) => day))];

  it('is the sum of its trades: in all, by day, by market, also of revoked keys', async () => {
    const [first = 0] = days();
    const last = days().at(-1) ?? 0;
    for (const [fromDay, toDay] of [
      [first, last + 1],
      [first + 1, last],
      [first + 3, first + 4],
      [last + 5, last + 9],
    ] as const) {
      const inRange = ({ day }: NaiveTrade) => day >= fromDay && day < toDay;
      const found = await history.ofBuilder('b', { fromDay, toDay });
      expect(found.total).toEqual(expected(inRange));
      expect(found.days).toEqual(
        days()
          .filter((day) => day >= fromDay && day < toDay)
          .map((day) => ({
            timeSeconds: day * 86_400,
            ...expected((trade) => trade.day === day),
          }))
          .filter(({ fills }) => fills > 0),
      );
      const byMarket = Array.from({ length: MARKETS }, (_, market) => ({
        market,
        ...expected((trade) => inRange(trade) && trade.market === market),
      }))
        .filter(({ fills }) => fills > 0)
        .toSorted((one, other) => other.builderFee - one.builderFee || one.market - other.market);
      const named = byMarket.slice(0, MAX_REVENUE_MARKETS);
      expect(found.markets).toEqual(
        named.map(({ market, ...revenue }) => ({ marketId: key32(100 + market), ...revenue })),
      );
      const others = byMarket.slice(MAX_REVENUE_MARKETS);
      expect(found.otherMarkets).toEqual({
        count: others.length,
        builderFee: others.reduce((sum, { builderFee }) => sum + builderFee, 0),
        fills: others.reduce((sum, { fills }) => sum + fills, 0),
        contracts: others.reduce((sum, { contracts }) => sum + contracts, 0),
      });
    }
  });

  it('of one market is that of its trades', async () => {
    const range = { fromDay: 0, toDay: 100_000, marketId: key32(103) };
    const found = await history.ofBuilder('b', range);
    expect(found.total).toEqual(expected(({ market }) => market === 3));
  });

  it('is nothing of a builder without trades', async () => {
    const found = await history.ofBuilder('nobody', { fromDay: 0, toDay: 100_000 });
    expect(found).toEqual({
      total: NOTHING,
      days: [],
      markets: [],
      otherMarkets: { count: 0, ...NOTHING },
    });
  });
});

describe('users of a builder', () => {
  it('come once each, in the order of their keys, page by page', async () => {
    const all = await history.usersOf('b', { limit: 10 });
    expect(all.map(({ user, linkedMs }) => [user, linkedMs])).toEqual([
      [key32(10), 10_002],
      [key32(20), 20_001],
      [key32(30), 30_001],
    ]);
    const name = all.at(-1)?.userId ?? new Uint8Array();
    expect(new TextDecoder().decode(name)).toBe('zoë \u0000');
    const second = await history.usersOf('b', { limit: 1, after: key32(10) });
    expect(second.map(({ user }) => user)).toEqual([key32(20)]);
    expect(await history.userCountOf('b')).toBe(3);
    expect(await history.usersOf('c', { limit: 10 })).toHaveLength(1);
  });
});
