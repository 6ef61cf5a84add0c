import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionsOf } from '../src/database';
import { CandleHistory } from '../src/history/candle-history';
import type { CandleRequest } from '../src/history/candle-history';
import { Projection } from '../src/projection/projection';
import { EventScript, START_MS, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';

const START_SECONDS = START_MS / 1_000;
const MINUTE_MS = 60_000;
/** Their notional passes 2^53. */
const LARGEST_TRADES = 921;

let server: TestServer;
let history: CandleHistory;

/** Trades in minutes 0, 0, 3 and 2,000 after the start, each in its own batch. */
beforeAll(async () => {
  server = await startTestServer();
  const { database } = await server.database();
  history = new CandleHistory(database);
  const projection = new Projection(database, 0);
  const script = new EventScript();
  script.next().tradeAlone({ tradeId: 1, price: 4_000, quantity: 10 });
  script.next(1_000).tradeAlone({ tradeId: 2, price: 4_500, quantity: 5 });
  script.next(3 * MINUTE_MS).tradeAlone({ tradeId: 3, price: 7_000, outcome: 'no' });
  script.next(1_997 * MINUTE_MS).tradeAlone({ tradeId: 4, price: 9_000 });
  for (const batch of script.batches([2, 2, 2, 2])) await projection.apply([batch]);
});
afterAll(() => server.stop());

const ofMarket = (request: Partial<CandleRequest>) =>
  history.ofMarket(key32(100), {
    interval: '1m',
    nowSeconds: START_SECONDS + 2_010 * 60,
    ...request,
  });

describe('candles of a market', () => {
  it('hold what was traded, over several batches, and the last close in between', async () => {
    const candles = await ofMarket({
      fromSeconds: START_SECONDS - 600,
      toSeconds: START_SECONDS + 300,
    });
    const empty = { volume: 0, notional: 0, trades: 0 };
    const flat = (price: number) => ({ open: price, high: price, low: price, close: price });
    expect(candles).toEqual([
      {
        timeSeconds: START_SECONDS,
        open: 4_000,
        high: 4_500,
        low: 4_000,
        close: 4_500,
        volume: 15,
        notional: (4_000 * 10 + 4_500 * 5) * 100,
        trades: 2,
      },
      { timeSeconds: START_SECONDS + 60, ...flat(4_500), ...empty },
      { timeSeconds: START_SECONDS + 120, ...flat(4_500), ...empty },
      {
        timeSeconds: START_SECONDS + 180,
        ...flat(3_000),
        volume: 1,
        notional: 300_000,
        trades: 1,
      },
      { timeSeconds: START_SECONDS + 240, ...flat(3_000), ...empty },
    ]);
  });

  it('begin with the close before the range', async () => {
    const [first] = await ofMarket({ fromSeconds: START_SECONDS + 60_000 });
    expect(first).toMatchObject({ timeSeconds: START_SECONDS + 60_000, open: 3_000, volume: 0 });
  });

  it('are the last 200 by default, the current one included', async () => {
    const candles = await ofMarket({});
    expect(candles).toHaveLength(200);
    expect(candles.at(-1)).toMatchObject({
      timeSeconds: START_SECONDS + 2_010 * 60,
      close: 9_000,
    });
  });

  it('come in every interval', async () => {
    const counts: Record<string, number> = {};
    for (const interval of ['5m', '15m', '1h', '1d'] as const) {
      const candles = await ofMarket({ interval, fromSeconds: 0 });
      counts[interval] = candles.length;
      expect(candles.reduce((sum, { volume }) => sum + volume, 0)).toBe(17);
    }
    expect(counts).toEqual({ '5m': 403, '15m': 135, '1h': 34, '1d': 2 });
  });

  it('are at most 1,500: more are refused by name', async () => {
    const request = { fromSeconds: START_SECONDS, toSeconds: START_SECONDS + 1_501 * 60 };
    await expect(ofMarket(request)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'from', value: START_SECONDS, maximum: 1_500, candles: 1_501 },
    });
    expect(await ofMarket({ ...request, fromSeconds: START_SECONDS + 60 })).toHaveLength(1_500);
  });

  it('are none for a market that never traded', async () => {
    const request = { interval: '1d', nowSeconds: START_SECONDS } as const;
    expect(await history.ofMarket(key32(5), request)).toEqual([]);
  });
});

describe('a sum that JSON numbers cannot hold', () => {
  it('is null where it is shown, exact where it is kept, and all else is shown', async () => {
    const { database } = await server.database();
    const projection = new Projection(database, 0);
    const script = new EventScript();
    script.next();
    for (let tradeId = 1; tradeId <= LARGEST_TRADES; tradeId++)
      script.tradeAlone({ tradeId, price: 9_999, quantity: 10_000_000 });
    script.next(MINUTE_MS).tradeAlone({ tradeId: LARGEST_TRADES + 1, price: 9_999, quantity: 1 });
    for (const batch of script.batches([1, 1])) await projection.apply([batch]);
    const day = await new CandleHistory(database).ofMarket(key32(100), {
      interval: '1d',
      nowSeconds: START_SECONDS + 60,
    });
    expect(day).toMatchObject([
      { close: 9_999, volume: 10_000_000 * LARGEST_TRADES + 1, notional: null },
    ]);
    const kept = await connectionsOf(database).rows<{ notional: string }>(
      'SELECT notional_micro_usdc::text AS notional FROM candles WHERE interval_seconds = 86400',
      [],
    );
    const each = 9_999n * 10_000_000n * 100n;
    expect(kept).toEqual([{ notional: String(each * BigInt(LARGEST_TRADES) + 999_900n) }]);
  });
});
