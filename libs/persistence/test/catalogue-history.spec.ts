/** An event that the engine has dropped, from history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogueHistory } from '../src/history/catalogue-history';
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
const NAME = 'a \u0000 b';
const MARKETS = [
  { label: 'Yes', marketId: key32(100), status: 'active' },
  { label: 'No', marketId: key32(101), status: 'active' },
] as const;

let server: TestServer;
let history: CatalogueHistory;

beforeAll(async () => {
  server = await startTestServer();
  const { database } = await server.database();
  history = new CatalogueHistory(database);
  const script = new EventScript();
  script.next().add({
    kind: 'event_created',
    event: { ...TERMS, eventId: NAME, markets: [...MARKETS] },
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
  await new Projection(database, 0).apply(script.batches([2, 2, 2]));
});
afterAll(() => server.stop());

describe('an archived event', () => {
  const market = {
    bestBid: 0,
    bestAsk: 10_000,
    status: 'resolved',
    resolutionPrice: null,
    openInterest: 0,
  };
  const whole = {
    ...TERMS,
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
