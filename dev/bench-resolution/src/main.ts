/** What the end of a large market costs: see README.md beside this folder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { EngineClient, MAX_RECORD_COMMANDS, connectBus } from '@bellwether/bus';
import type { Log } from '@bellwether/bus';
import { KeyPair, PublicClient, Trader } from '@bellwether/client';
import { parsePublicKey, toHex } from '@bellwether/codec';
import type { JournaledCommand } from '@bellwether/exchange';
import { SnapshotFolder } from '@bellwether/journal-files';
import {
  createDatabase,
  freePort,
  startNatsServer,
  startPostgres,
} from '@bellwether/local-services';
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

async function inRecords(writer: JournalWriter, commands: Iterable<JournaledCommand>) {
  let record: JournaledCommand[] = [];
  for (const command of commands) {
    record.push(command);
    if (record.length < MAX_RECORD_COMMANDS) continue;
    await writer.write(record);
    record = [];
  }
  if (record.length > 0) await writer.write(record);
}

const quantiles = (ms: readonly number[]) => {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
  return { count: ms.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1) };
};

async function measure(apps: string, count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-resolution-'));
  const nats = await startNatsServer({ dataDir: join(folder, 'nats') });
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const databaseUrl = await createDatabase(postgres.url, 'history');
  await migrate(apps, folder, databaseUrl);
  const bus = await connectBus({ servers: nats.url, name: 'bench-resolution', log: quiet });
  const place = { apps, folder };
  const env = { NATS_URL: nats.url, DATABASE_URL: databaseUrl };
  const key = KeyPair.random();
  const writer = new JournalWriter(bus, quiet);
  await writer.begin();
  await writer.write([event(LARGE)]);
  await writer.write([event(QUIET), credit(parsePublicKey(key.publicKey)!, RICH_MICRO_USDC)]);
  const [large, small] = [LARGE, QUIET].map((id) => {
    const found = writer.exchange.events().find(({ eventId }) => eventId === id);
    return found!.markets[0]!.marketId;
  });
  const projector = await startApp('projector', place, env);
  say(`writing ${count} holders`);
  await inRecords(writer, holders(count, large!));
  const snapshotDir = join(folder, 'snapshots');
  await writer.snapshot(new SnapshotFolder({ path: snapshotDir }));
  await writer.end();
  const engine = await startApp('matching-engine', place, {
    NATS_URL: nats.url,
    SNAPSHOT_DIR: snapshotDir,
    MONEY_LIMITS: 'off',
  });
  const port = await freePort();
  const gateway = await startApp('gateway', place, {
    ...env,
    PORT: String(port),
    RATE_LIMITS: 'off',
  });
  const url = `http://127.0.0.1:${port}`;
  const reads = new PublicClient({ url });
  const historyIsThere = async () => {
    while ((await reads.status()).history.lag !== 0) await sleep(250);
  };
  say('history follows');
  await historyIsThere();

  const trader = new Trader({ gatewayUrl: url, key, network: 'test' });
  const order = {
    ...({ side: 'buy', outcome: 'yes', order_type: 'ioc' } as const),
    market_id: toHex(small!),
    price: 1_000,
    size: 1,
  };
  const traded = async (until: () => boolean): Promise<number[]> => {
    const took: number[] = [];
    while (!until()) {
      const startedMs = performance.now();
      await trader.placeOrder(order).catch(() => undefined);
      took.push(performance.now() - startedMs);
      await sleep(PACE_MS);
    }
    return took;
  };
  const endMs = performance.now() + BEFORE_MS;
  const before = await traded(() => performance.now() > endMs);
  say('resolves');
  const startedMs = performance.now();
  let paidSeconds = 0;
  const resolution = { resolution: 'yes', price: null } as const;
  const command = { kind: 'resolve_market', marketId: large!, ...resolution } as const;
  const engineClient = new EngineClient({ shard: 0, bus });
  const resolving = engineClient.send('admin', command, { requestId: 'bench', timeoutMs: 60_000 });
  const beside = traded(() => paidSeconds > 0);
  await resolving;
  const readsTook: number[] = [];
  for (let open = 1; open > 0;) {
    const askedMs = performance.now();
    ({ open_interest: open } = await reads.market(toHex(large!), { deadlineMs: READ_PATIENCE_MS }));
    readsTook.push(performance.now() - askedMs);
    await sleep(PACE_MS);
  }
  paidSeconds = (performance.now() - startedMs) / 1_000;
  const during = await beside;
  await historyIsThere();
  const historySeconds = (performance.now() - startedMs) / 1_000;
  const figures = {
    holders: count,
    orders: { before: quantiles(before), beside: quantiles(during) },
    reads: quantiles(readsTook),
    paid_seconds: {
      engine: Number(paidSeconds.toFixed(1)),
      history: Number(historySeconds.toFixed(1)),
    },
    peak_mib: {
      engine: await peakOf(engine),
      projector: await peakOf(projector),
      gateway: await peakOf(gateway),
    },
  };
  await Promise.all([engine, projector, gateway].map((app) => app.stop()));
  await bus.close();
  await Promise.all([nats.stop(), postgres.stop()]);
  await rm(folder, { recursive: true, force: true });
  return figures;
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
const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  node: process.version,
  load: loadavg()[0],
};
const json = JSON.stringify({ at: new Date().toISOString(), machine, ...figures }, null, 2);
console.log(json);
if (values.json !== undefined) await writeFile(values.json, `${json}\n`);
