/** An event that the engine has dropped, from history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogueHistory } from '../src/history/catalogue-history';
import { TradedHoursHistory } from '../src/history/traded-hours-history';
import { Projection } from '../src/projection/projection';
import { EventScript, START_MS, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

const DAY_MS = 86_400_000;
const TERMS = {
  question: 'Will it?',
  description: 'Perhaps.',
  category: { name: 'weather', sub: 'rain' },
  expiry: 2_000_000_000,
  mutuallyExclusive: true,
  feeBps: 700,
  makerRebatePct: 20,
  opensAt: null,
  createdMs: START_MS,
};
const DETAILS = {
  rules: 'Yes if it does.',
  imageUrl: 'https://example.org/a.png',
};
const NAME = 'a \u0000 b';
const MARKETS = [
  { label: 'Yes', marketId: key32(100), status: 'active' },
  { label: 'No', marketId: key32(101), status: 'active' },
] as const;

let server: TestServer;
let history: CatalogueHistory;
let hours: TradedHoursHistory;

beforeAll(async () => {
  server = await startTestServer();
  const { database } = await server.database();
  history = new CatalogueHistory(database);
  hours = new TradedHoursHistory(database, 0);
  const script = new EventScript();
  script.next().add({
    kind: 'event_created',
    event: { ...TERMS, ...DETAILS, eventId: NAME, markets: [...MARKETS] },
  });
  script.next().tradeAlone({ tradeId: 1, price: 4_000, quantity: 10 });
  script.next(3 * DAY_MS).tradeAlone({ tradeId: 2, price: 7_000, outcome: 'no', quantity: 5 });
  script.next(DAY_MS);
  for (const [i, { marketId }] of MARKETS.entries()) {
    const [resolution, price, paidMicroUsdc] = [i === 0 ? 'yes' : 'no', null, 0] as const;
    script.add({ kind: 'market_resolved', marketId, resolution, price, paidMicroUsdc });
  }
  const markets = MARKETS.map(({ marketId }) => marketId);
  script.next(30 * DAY_MS).add({ kind: 'event_archived', eventId: NAME, markets });
  await new Projection(database, 0).apply(script.batches([1, 2, 3]));
});
afterAll(() => server.stop());

describe('an archived event', () => {
  const market = {
    caseId: null,
    dueMs: null,
    bestBid: 0,
    bestAsk: 10_000,
    status: 'resolved',
    resolutionPrice: null,
    resolvedMs: START_MS + 4 * DAY_MS,
    paidMicroUsdc: 0,
    openInterest: 0,
  };
  const whole = {
    ...TERMS,
    ...DETAILS,
    // A replacement is shown for what PostgreSQL cannot hold.
    eventId: 'a \uFFFD b',
    createdSeq: 1,
    markets: [
      {
        ...market,
        ...MARKETS[0],
        status: 'resolved',
        resolution: 'yes',
        lastPrice: 3_000,
        volume: 15,
      },
      {
        ...market,
        ...MARKETS[1],
        status: 'resolved',
        resolution: 'no',
        lastPrice: null,
        volume: 0,
      },
    ],
  };

  it('is told by its id, and by that of each of its markets', async () => {
    expect(await history.event(NAME)).toEqual(whole);
    for (const { marketId } of MARKETS)
      expect(await history.eventOfMarket(marketId)).toEqual(whole);
  });

  it('is null where there never was one', async () => {
    expect(await history.event('another')).toBeNull();
    expect(await history.eventOfMarket(key32(102))).toBeNull();
  });
});

describe('the traded hours', () => {
  const hourOf = (timestampMs: number) => Math.floor(timestampMs / 3_600_000);
  const [marketId, other] = MARKETS.map((market) => market.marketId);

  it('are those from an hour on, with the price before them, as of the last event', async () => {
    const second = hourOf(START_MS + 3 * DAY_MS + 2);
    const { until, markets } = await hours.since(second, [marketId!, other!, key32(102)]);
    expect(until).toEqual({ seq: 5, index: 0 });
    expect(markets).toEqual([
      {
        marketId,
        closeBefore: 4_000,
        hours: [{ hour: second, open: 3_000, close: 3_000, volume: 5 }],
      },
    ]);
    const all = await hours.since(0, [marketId!]);
    expect(all.markets[0]).toMatchObject({
      closeBefore: null,
      hours: [{ volume: 10 }, { volume: 5 }],
    });
    const none = await hours.since(second + 1, [marketId!]);
    expect(none.markets).toEqual([{ marketId, closeBefore: 3_000, hours: [] }]);
  });

  it('of an exchange without history are none', async () => {
    const { database } = await server.database();
    const empty = new TradedHoursHistory(database, 0);
    expect(await empty.since(0, [marketId!])).toEqual({ until: { seq: 0, index: 0 }, markets: [] });
  });
});
