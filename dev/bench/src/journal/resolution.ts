/**
 * What the resolution of a large market costs: each user holds a contract of it, it is resolved, and one user trades
 * another market through the gateway meanwhile. The apps have the memory of their manifests.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineClient, connectBus } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { KeyPair, PublicClient, Trader } from '@bellwether/client';
import { parsePublicKey, toHex } from '@bellwether/codec';
import { SnapshotFolder } from '@bellwether/journal-files';
import {
  createDatabase,
  freePort,
  startNatsServer,
  startPostgres,
} from '@bellwether/local-services';
import { peakMib } from '../harness/processes';
import { quiet } from '../harness/quiet';
import type { Result, Run } from '../harness/scenario';
import { quantilesOf } from '../harness/statistics';
import { migrate } from '../history/projector-build';
import { createEvent, testCredit } from '../load/commands';
import { holders } from './history';
import { JournalWriter } from './journal-writer';
import { mainOf, startApp } from './start-app';

const HOLDERS = 1_000_000;
const QUICK_HOLDERS = 10_000;
const BEFORE_MS = 10_000;
const PACE_MS = 20;
/** A slower read is a failure. A slow one is a figure. */
const READ_TIMEOUT_MS = 120_000;
const RICH_MICRO_USDC = 1_000_000_000;

export async function resolution(run: Run): Promise<Result> {
  const count = run.number('holders', HOLDERS, QUICK_HOLDERS);
  const nats = await startNatsServer({ dataDir: join(run.folder, 'nats') });
  run.keep(nats, () => nats.stop());
  const postgres = await startPostgres({ dataDir: join(run.folder, 'postgres') });
  run.keep(postgres, () => postgres.stop());
  const bus = await connectBus({ servers: nats.url, name: 'bench', log: quiet });
  run.keep(bus, () => bus.close());
  const env = {
    NATS_URL: nats.url,
    DATABASE_URL: await createDatabase(postgres.url, 'history'),
    SNAPSHOT_DIR: join(run.folder, 'snapshots'),
    MONEY_LIMITS: 'off',
    RATE_LIMITS: 'off',
    PORT: String(await freePort()),
  };
  await migrate(mainOf('projector'), run.folder, env);
  const key = KeyPair.random();
  const projector = await startApp(run, 'projector', env);
  run.say(`writing ${count} holders`);
  const { large, small } = await written(bus, count, key, env.SNAPSHOT_DIR);
  const engine = await startApp(run, 'matching-engine', env);
  const gateway = await startApp(run, 'gateway', env);
  const url = `http://127.0.0.1:${env.PORT}`;
  const reads = new PublicClient({ url });
  run.say('history follows');
  await historyIsThere(reads);
  const trader = new Trader({ gatewayUrl: url, key, network: 'test' });
  const endMs = performance.now() + BEFORE_MS;
  const before = await traded(trader, small, () => performance.now() > endMs);

  run.say('resolves');
  const startedMs = performance.now();
  const secondsFrom = () => Number(((performance.now() - startedMs) / 1_000).toFixed(1));
  let isPaid = false;
  const beside = traded(trader, small, () => isPaid);
  await resolveMarket(bus, large);
  const readsTook = await whenPaid(reads, large);
  isPaid = true;
  const paidSeconds = secondsFrom();
  const during = await beside;
  await historyIsThere(reads);
  return {
    figures: {
      holders: count,
      orders: { before: quantilesOf(before), beside: quantilesOf(during) },
      reads: quantilesOf(readsTook),
      paid_seconds: { engine: paidSeconds, history: secondsFrom() },
      peak_mib: {
        engine: peakMib(engine.pid),
        projector: peakMib(projector.pid),
        gateway: peakMib(gateway.pid),
      },
    },
  };
}

/** @returns the market that many hold, and the one that is traded beside it */
async function written(bus: Bus, count: number, key: KeyPair, snapshotDir: string) {
  const writer = new JournalWriter(bus, quiet);
  await writer.begin();
  const marketOf = async (id: string): Promise<Uint8Array> => {
    await writer.write([{ lane: 'admin', command: createEvent(id, ['Yes'], 0) }]);
    return writer.exchange.events().find(({ eventId }) => eventId === id)!.markets[0]!.marketId;
  };
  const [large, small] = [await marketOf('large'), await marketOf('quiet')];
  const credit = testCredit(parsePublicKey(key.publicKey)!, RICH_MICRO_USDC, 'rich');
  await writer.write([{ lane: 'admin', command: credit }]);
  await writer.writeAll(holders(count, large));
  await writer.snapshot(new SnapshotFolder({ path: snapshotDir }));
  await writer.end();
  return { large, small };
}

async function historyIsThere(reads: PublicClient): Promise<void> {
  while ((await reads.status({ deadlineMs: READ_TIMEOUT_MS })).history.lag !== 0) await sleep(250);
}

/** Sends one order after the other. @returns how long each took, in milliseconds */
async function traded(
  trader: Trader,
  marketId: Uint8Array,
  isOver: () => boolean,
): Promise<number[]> {
  const order = {
    ...({ side: 'buy', outcome: 'yes', order_type: 'ioc' } as const),
    market_id: toHex(marketId),
    price: 1_000,
    size: 1,
  };
  const took: number[] = [];
  while (!isOver()) {
    const startedMs = performance.now();
    await trader.placeOrder(order);
    took.push(performance.now() - startedMs);
    await sleep(PACE_MS);
  }
  return took;
}

async function resolveMarket(bus: Bus, marketId: Uint8Array): Promise<void> {
  const ending = { resolution: 'yes', price: null } as const;
  const command = { kind: 'resolve_market', marketId, ...ending } as const;
  const engine = new EngineClient({ shard: 0, bus });
  await engine.send('admin', command, { requestId: 'bench', timeoutMs: READ_TIMEOUT_MS });
}

/** Reads the market until no user holds it. @returns how long each read took, in milliseconds */
async function whenPaid(reads: PublicClient, marketId: Uint8Array): Promise<number[]> {
  const took: number[] = [];
  for (let open = 1; open > 0;) {
    const askedMs = performance.now();
    const options = { deadlineMs: READ_TIMEOUT_MS };
    ({ open_interest: open } = await reads.market(toHex(marketId), options));
    took.push(performance.now() - askedMs);
    await sleep(PACE_MS);
  }
  return took;
}
