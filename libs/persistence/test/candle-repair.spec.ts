/**
 * Candles rebuilt from trades equal those made as the trades happened, in every interval, and every difference is
 * counted.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CandleRepair } from '../src/projection/candle-repair';
import { Projection } from '../src/projection/projection';
import { EventScript, START_MS, batchesOf, key32 } from './event-script';
import { MARKETS, randomHistory } from './random-history';
import { startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const COMMANDS = Number(process.env['TEST_COMMANDS'] ?? 300);
const MARKET_IDS = Array.from({ length: MARKETS }, (_, market) => key32(100 + market));

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const candlesOf = ({ rows }: TestDatabase) =>
  rows('SELECT * FROM candles ORDER BY market_id, interval_seconds, time_seconds');

async function repairAll({ database }: TestDatabase) {
  const repair = new CandleRepair(database, 0);
  const done = { candles: 0, repaired: 0 };
  for (const marketId of await repair.markets()) {
    const { candles, repaired } = await repair.repair(marketId);
    done.candles += candles;
    done.repaired += repaired;
  }
  return done;
}

describe('a repair of candles', () => {
  it(`leaves what was kept as trades happened, in all five intervals (seed ${SEED})`, async () => {
    const where = await server.database();
    const projection = new Projection(where.database, 0);
    for (const batch of randomHistory(SEED, COMMANDS).batches([50, 100, 20]))
      await projection.apply([batch]);
    const kept = await candlesOf(where);
    expect(new Set(kept.map((row) => row['interval_seconds'])).size).toBe(5);
    expect(await repairAll(where)).toEqual({ candles: kept.length, repaired: 0 });
    expect(await candlesOf(where)).toEqual(kept);
  });

  it(`makes what is wrong, missing or too much as it was, and counts it (seed ${SEED})`, async () => {
    const where = await server.database();
    const projection = new Projection(where.database, 0);
    await projection.apply(randomHistory(SEED + 1, COMMANDS).batches());
    const kept = await candlesOf(where);
    const changed = await where.rows(
      `UPDATE candles SET high = high + 1, volume = 0 WHERE interval_seconds = 300 RETURNING 1`,
    );
    const gone = await where.rows('DELETE FROM candles WHERE interval_seconds = 60 RETURNING 1');
    // One beside the others, one on a day without trades.
    const time = START_MS / 1_000;
    await where.rows(
      `INSERT INTO candles VALUES ($1, 60, $2, 1, 1, 1, 1, 1, 1, 1), ($1, 900, $3, 1, 1, 1, 1, 1, 1, 1)`,
      [MARKET_IDS[0], time - 86_400 * 7, time + 86_400 * 7_000],
    );
    const repaired = changed.length + gone.length + 2;
    expect(await repairAll(where)).toEqual({ candles: kept.length, repaired });
    expect(await candlesOf(where)).toEqual(kept);
  });

  it(`may be made while events come in (seed ${SEED})`, async () => {
    const where = await server.database();
    const projection = new Projection(where.database, 0);
    const script = randomHistory(SEED + 2, COMMANDS);
    const sizes = Array.from({ length: 40 }, () => Math.ceil(script.events.length / 40));
    let isDone = false;
    const projecting = (async () => {
      for (const batch of batchesOf(script.events, sizes)) await projection.apply([batch]);
      isDone = true;
    })();
    while (!isDone) await repairAll(where);
    await projecting;
    const kept = await candlesOf(where);
    expect(await repairAll(where)).toEqual({ candles: kept.length, repaired: 0 });
  });

  it('of a market that nobody knows finds nothing', async () => {
    const { database } = await server.database();
    await new Projection(database, 0).apply(
      new EventScript().next().order({ orderId: 1 }).batches(),
    );
    const found = await new CandleRepair(database, 0).repair(key32(5));
    expect(found).toEqual({ candles: 0, repaired: 0 });
  });
});
