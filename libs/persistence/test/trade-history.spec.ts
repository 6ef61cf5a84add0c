import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuilderStore } from '../src/builders/builder-store';
import { TradeHistory } from '../src/history/trade-history';
import type { BuilderTradesFilter } from '../src/history/builder-trades';
import type { Trade } from '../src/history/trade-history';
import type { Page, PageRequest } from '../src/page';
import { Projection } from '../src/projection/projection';
import { EventScript, START_MS, key16, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

const TRADES = 60;
const HOUR_MS = 3_600_000;

/** Trade n, an hour after the one before: users n mod 4 and n mod 3, market n mod 2, fees by n. */
const makerOf = (tradeId: number) => 10 + (tradeId % 4);
const takerOf = (tradeId: number) => 20 + (tradeId % 3);
const marketOf = (tradeId: number) => 100 + (tradeId % 2);
const timeOf = (tradeId: number) => START_MS + tradeId * HOUR_MS;
const ALL = Array.from({ length: TRADES }, (_, index) => index + 1);

let server: TestServer;
let history: TradeHistory;

beforeAll(async () => {
  server = await startTestServer();
  const { database } = await server.database();
  history = new TradeHistory(database);
  const builders = new BuilderStore(database);
  await builders.createBuilder({ builderId: 'b', name: 'B', maxFeeBps: 100, createdMs: 0 });
  await builders.createKey({
    keyId: key16(1),
    builderId: 'b',
    apiKeyHash: key32(1),
    scopes: [],
    maxFeeBps: 100,
    ordersPerSecond: 1,
    dailyOutflowMicroUsdc: 0,
    createdMs: 0,
  });
  // One maker, one taker, and one who never trades.
  for (const user of [10, 20, 99])
    await builders.linkUser({
      user: key32(user),
      keyId: key16(1),
      builderId: 'b',
      userId: null,
      linkedMs: 0,
    });
  const script = new EventScript();
  for (const tradeId of ALL) {
    const maker = key32(makerOf(tradeId));
    const taker = key32(takerOf(tradeId));
    script
      .next(HOUR_MS)
      .tradeAlone(
        { tradeId, maker, taker, ...feesOf(tradeId), takerOrderId: tradeId, price: tradeId },
        { marketId: key32(marketOf(tradeId)) },
      );
  }
  await new Projection(database, 0).apply(script.batches());
});
afterAll(() => server.stop());

const feesOf = (tradeId: number) => ({
  takerFee: tradeId * 1_000,
  builderFee: tradeId,
  makerBuilderFee: tradeId * 1_000_000,
});

const ids = (trades: readonly Trade[]) => trades.map(({ tradeId }) => tradeId);
const newestFirst = (tradeIds: readonly number[]) => tradeIds.toSorted((a, b) => b - a);

async function allPages(
  limit: number,
  read: (page: PageRequest) => Promise<Page<Trade>>,
): Promise<number[]> {
  const found: number[] = [];
  for (let before: number | undefined; ;) {
    const page = await read({ before, limit });
    found.push(...ids(page.items));
    if (!page.hasMore) return found;
    expect(page.items).toHaveLength(limit);
    before = found.at(-1);
  }
}

describe('trades of a market', () => {
  it('come newest first, page after page, each once', async () => {
    const expected = newestFirst(ALL.filter((tradeId) => marketOf(tradeId) === 100));
    for (const limit of [1, 7, 30, 1_000])
      expect(await allPages(limit, (page) => history.ofMarket(key32(100), page))).toEqual(expected);
  });

  it('have all their fields', async () => {
    const { items } = await history.ofMarket(key32(101), { before: 8, limit: 1 });
    expect(items).toEqual([
      {
        tradeId: 7,
        marketId: key32(101),
        quantity: 1,
        price: 7,
        outcome: 'yes',
        takerSide: 'buy',
        makerPrice: 9_993,
        makerOutcome: 'no',
        makerSide: 'buy',
        settlementType: 'mint',
        takerFee: 7_000,
        makerRebate: 0,
        builderFee: 7,
        builder: key16(7),
        makerBuilderFee: 7_000_000,
        makerBuilder: key16(7),
        maker: key32(13),
        taker: key32(21),
        makerOrderId: 1_000_007,
        takerOrderId: 7,
        seq: 7,
        timestampMs: timeOf(7),
      },
    ]);
  });

  it('are none for a market that never traded', async () => {
    expect(await history.ofMarket(key32(5), { limit: 10 })).toEqual({ items: [], hasMore: false });
  });

  it.each([0, 1_001, 1.5])('refuse a page of %d rows', async (limit) => {
    await expect(history.ofMarket(key32(100), { limit })).rejects.toThrow('1 to 1000 rows');
  });
});

describe('trades of a user', () => {
  it.each([
    ['a maker', 11, ALL.filter((tradeId) => makerOf(tradeId) === 11)],
    ['a taker', 22, ALL.filter((tradeId) => takerOf(tradeId) === 22)],
    ['nobody', 30, []],
  ])('of %s come from all markets', async (_, user, expected) => {
    for (const limit of [2, 1_000])
      expect(await allPages(limit, (page) => history.ofUser(key32(user), page))).toEqual(
        newestFirst(expected),
      );
  });

  it('are both those made and those taken', async () => {
    const { database } = await server.database();
    const script = new EventScript().next();
    script.tradeAlone({ tradeId: 1, maker: key32(1), taker: key32(2) });
    script.tradeAlone({ tradeId: 2, maker: key32(2), taker: key32(1) });
    script.tradeAlone({ tradeId: 3, maker: key32(3), taker: key32(2) });
    await new Projection(database, 0).apply(script.batches());
    const { items, hasMore } = await new TradeHistory(database).ofUser(key32(1), { limit: 2 });
    expect(ids(items)).toEqual([2, 1]);
    expect(hasMore).toBe(false);
  });
});

describe('trades of an API key', () => {
  const isMine = (tradeId: number) => makerOf(tradeId) === 10 || takerOf(tradeId) === 20;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  /** Computed by the definition, without indexes or stored sums. */
  function expected({ marketId, fromSeconds, toSeconds }: BuilderTradesFilter) {
    const matching = ALL.filter(
      (tradeId) =>
        isMine(tradeId) &&
        (marketId === undefined || key32(marketOf(tradeId)).join() === marketId.join()) &&
        timeOf(tradeId) >= (fromSeconds ?? 0) * 1_000 &&
        timeOf(tradeId) < (toSeconds ?? Infinity) * 1_000,
    );
    return {
      tradeIds: newestFirst(matching),
      totalBuilderFees: sum(
        matching.flatMap((tradeId) => [
          makerOf(tradeId) === 10 ? feesOf(tradeId).makerBuilderFee : 0,
          takerOf(tradeId) === 20 ? feesOf(tradeId).builderFee : 0,
        ]),
      ),
      totalProtocolFees: sum(matching.map((tradeId) => feesOf(tradeId).takerFee)),
    };
  }

  const seconds = (tradeId: number) => timeOf(tradeId) / 1_000;

  it.each<[string, BuilderTradesFilter]>([
    ['no filter', {}],
    ['a market', { marketId: key32(100) }],
    ['a market without trades', { marketId: key32(5) }],
    ['from a moment on, inclusive', { fromSeconds: seconds(12) }],
    ['up to a moment, exclusive', { toSeconds: seconds(24) }],
    ['a range over two midnights', { fromSeconds: seconds(3), toSeconds: seconds(45) }],
    ['seconds within an hour', { fromSeconds: seconds(14) - 1, toSeconds: seconds(14) + 1 }],
    ['minutes within a day', { fromSeconds: seconds(14) + 1, toSeconds: seconds(20) + 61 }],
    ['a range within a day', { fromSeconds: seconds(14), toSeconds: seconds(16) + 1 }],
    ['a range and a market', { marketId: key32(101), fromSeconds: seconds(5), toSeconds: 9e9 }],
    ['a range without trades', { fromSeconds: seconds(100), toSeconds: seconds(200) }],
    ['a range that ends before it begins', { fromSeconds: seconds(40), toSeconds: seconds(20) }],
  ])('with %s: the page and the totals over everything', async (_, filter) => {
    const { tradeIds, ...totals } = expected(filter);
    const { items, ...rest } = await history.ofBuilderKey(key16(1), filter, { limit: 5 });
    expect(ids(items)).toEqual(tradeIds.slice(0, 5));
    expect(rest).toEqual({ ...totals, hasMore: tradeIds.length > 5, userCount: 3 });
    const pages = (page: PageRequest) => history.ofBuilderKey(key16(1), filter, page);
    expect(await allPages(4, pages)).toEqual(tradeIds);
  });

  it('have totals that do not depend on the page', async () => {
    const first = await history.ofBuilderKey(key16(1), {}, { limit: 2 });
    const later = await history.ofBuilderKey(key16(1), {}, { limit: 2, before: 10 });
    expect(ids(later.items)[0]).toBeLessThan(10);
    expect({ ...later, items: [] }).toEqual({ ...first, items: [] });
  });

  it('are none for an unknown key', async () => {
    expect(await history.ofBuilderKey(key16(9), {}, { limit: 5 })).toEqual({
      items: [],
      hasMore: false,
      totalBuilderFees: 0,
      totalProtocolFees: 0,
      userCount: 0,
    });
  });
});
