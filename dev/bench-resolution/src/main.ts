/** What the end of a large market costs: see README.md beside this folder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EngineClient, connectBus } from '@bellwether/bus';
import type { Bus, Log } from '@bellwether/bus';
import { KeyPair, PublicClient, Trader } from '@bellwether/client';
import { parsePublicKey, toHex } from '@bellwether/codec';
import { SnapshotFolder } from '@bellwether/journal-files';
import {
  createDatabase,
  freePort,
  startNatsServer,
  startPostgres,
} from '@bellwether/local-services';
import { machine } from '../../bench-exchange/src/machine';
import { percentile } from '../../bench-exchange/src/statistics';
import { JournalWriter } from '../../bench-restart/src/journal-writer';
import { LARGE, QUIET, credit, event, holders } from './market';
import { migrate, peakOf, startApp } from './processes';

const BEFORE_MS = 10_000;
const PACE_MS = 20;
/** A read that takes longer is a failure; one that takes long is a figure. */
const READ_PATIENCE_MS = 120_000;
const RICH_MICRO_USDC = 1_000_000_000;
const quiet: Log = {
  info: () => {},
  warn: () => {},
  error: (facts, text) => console.error(text, facts),
};
const say = (text: string): void => console.error(`bench-resolution: ${text}`);

const quantiles = (ms: readonly number[]) => {
  const at = (share: number) => Number(percentile(Float64Array.from(ms), share).toFixed(1));
  return { count: ms.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) };
};

interface Place {
  readonly apps: string;
  readonly folder: string;
  readonly bus: Bus;
  readonly env: Readonly<Record<string, string>>;
}

async function measure(apps: string, count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-resolution-'));
  const nats = await startNatsServer({ dataDir: join(folder, 'nats') });
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const databaseUrl = await createDatabase(postgres.url, 'history');
  await migrate(apps, folder, databaseUrl);
  const bus = await connectBus({ servers: nats.url, name: 'bench-resolution', log: quiet });
  try {
    const env = { NATS_URL: nats.url, DATABASE_URL: databaseUrl };
    return await resolved({ apps, folder, bus, env }, count);
  } finally {
    await bus.close();
    await Promise.all([nats.stop(), postgres.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the holders and starts the apps on them, ends the market, and trades beside it. */
async function resolved(place: Place, count: number) {
  const { env, bus } = place;
  const key = KeyPair.random();
  const projector = await startApp('projector', place, env);
  const snapshotDir = join(place.folder, 'snapshots');
  const [large, small] = await write(bus, count, key, snapshotDir);
  const engine = await startApp('matching-engine', place, {
    ...env,
    SNAPSHOT_DIR: snapshotDir,
    MONEY_LIMITS: 'off',
  });
  const port = await freePort();
  const served = { ...env, PORT: String(port), RATE_LIMITS: 'off' };
  const gateway = await startApp('gateway', place, served);
  const url = `http://127.0.0.1:${port}`;
  const reads = new PublicClient({ url });
  say('history follows');
  await historyIsThere(reads);
  const trader = new Trader({ gatewayUrl: url, key, network: 'test' });
  const endMs = performance.now() + BEFORE_MS;
  const before = await traded(trader, small, () => performance.now() > endMs);

  say('resolves');
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
  const figures = {
    holders: count,
    orders: { before: quantiles(before), beside: quantiles(during) },
    reads: quantiles(readsTook),
    paid_seconds: { engine: paidSeconds, history: secondsFrom() },
    peak_mib: {
      engine: await peakOf(engine),
      projector: await peakOf(projector),
      gateway: await peakOf(gateway),
    },
  };
  await Promise.all([engine, projector, gateway].map((app) => app.stop()));
  return figures;
}

/** @returns the market that many hold, and the one that is traded beside it */
async function write(
  bus: Bus,
  count: number,
  key: KeyPair,
  snapshotDir: string,
): Promise<readonly [Uint8Array, Uint8Array]> {
  const writer = new JournalWriter(bus, quiet);
  await writer.begin();
  await writer.write([event(LARGE)]);
  await writer.write([event(QUIET), credit(parsePublicKey(key.publicKey)!, RICH_MICRO_USDC)]);
  const marketOf = (id: string): Uint8Array =>
    writer.exchange.events().find(({ eventId }) => eventId === id)!.markets[0]!.marketId;
  const [large, small] = [marketOf(LARGE), marketOf(QUIET)];
  say(`writing ${count} holders`);
  await writer.writeAll(holders(count, large));
  await writer.snapshot(new SnapshotFolder({ path: snapshotDir }));
  await writer.end();
  return [large, small];
}

async function historyIsThere(reads: PublicClient): Promise<void> {
  while ((await reads.status({ deadlineMs: READ_PATIENCE_MS })).history.lag !== 0) await sleep(250);
}

/** One order after the other. @returns how long each took, in milliseconds */
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
  await engine.send('admin', command, { requestId: 'bench', timeoutMs: READ_PATIENCE_MS });
}

/** Reads the market until nobody holds it any more. @returns how long each read took, in milliseconds */
async function whenPaid(reads: PublicClient, marketId: Uint8Array): Promise<number[]> {
  const took: number[] = [];
  for (let open = 1; open > 0;) {
    const askedMs = performance.now();
    const options = { deadlineMs: READ_PATIENCE_MS };
    ({ open_interest: open } = await reads.market(toHex(marketId), options));
    took.push(performance.now() - askedMs);
    await sleep(PACE_MS);
  }
  return took;
}

const { values } = parseArgs({
  options: {
    apps: { type: 'string' },
    json: { type: 'string' },
    holders: { type: 'string', default: '1000000' },
  },
});
if (values.apps === undefined) throw new Error('--apps FOLDER: the built apps');
const figures = await measure(values.apps, Number(values.holders));
const json = JSON.stringify({ machine: machine(), ...figures }, null, 2);
console.log(json);
if (values.json !== undefined) await writeFile(values.json, `${json}\n`);
