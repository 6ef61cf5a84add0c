/** How long an engine takes to serve again: see README.md beside this folder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectBus } from '@bellwether/bus';
import type { Log } from '@bellwether/bus';
import { SnapshotFolder } from '@bellwether/journal-files';
import { startNatsServer } from '@bellwether/local-services';
import { startEngine } from './engine-start';
import { beginning, passingOrder, restingOrder } from './history';
import type { HistorySize } from './history';
import { JournalWriter } from './journal-writer';

const WHOLE = {
  size: { accounts: 100_000, events: 50, marketsPerEvent: 20, restingOrders: 1_000_000 },
  tailRecords: 100_000,
};
const TENTH = {
  size: { accounts: 10_000, events: 5, marketsPerEvent: 20, restingOrders: 100_000 },
  tailRecords: 10_000,
};
const quiet: Log = {
  info: () => {},
  warn: () => {},
  error: (facts, text) => console.error(text, facts),
};

async function measure(main: string, { size, tailRecords }: typeof WHOLE) {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-restart-'));
  const server = await startNatsServer({ dataDir: join(folder, 'nats') });
  const bus = await connectBus({ servers: server.url, name: 'bench-restart', log: quiet });
  try {
    const writer = new JournalWriter(bus, quiet);
    await writer.begin();
    const snapshotDir = join(folder, 'snapshots');
    await writeState(writer, size);
    const { restingOrders: resting } = writer.exchange.status();
    if (resting !== size.restingOrders) throw new Error(`${resting} orders rest: a void history`);
    const recordsBefore = writer.records;
    const snapshot = await writer.snapshot(new SnapshotFolder({ path: snapshotDir }));
    await writeTail(writer, size, tailRecords);
    await writer.end();
    const hash = writer.exchange.stateHash();
    const at = { main, folder, natsUrl: server.url };
    const rows = [];
    for (const [name, dir] of [
      ['snapshot and tail', snapshotDir],
      ['the whole journal', null],
    ] as const) {
      const { seconds, stateHash } = await startEngine({ ...at, snapshotDir: dir });
      rows.push({ name, seconds, isVoid: stateHash !== hash });
      console.error(`bench-restart: ${name}: ${seconds.toFixed(1)} s`);
    }
    const { accounts, markets, restingOrders } = writer.exchange.status();
    const records = { before: recordsBefore, tail: writer.records - recordsBefore };
    return {
      accounts,
      markets,
      restingOrders,
      records,
      seq: writer.exchange.lastSeq,
      snapshot,
      rows,
    };
  } finally {
    await bus.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeState(writer: JournalWriter, size: HistorySize): Promise<void> {
  console.error('bench-restart: writing accounts and orders');
  await writer.writeAll(beginning(size));
  const marketIds = marketsOf(writer);
  await writer.writeAll(
    (function* orders() {
      for (let number = 0; number < size.restingOrders; number++) {
        yield restingOrder(number, size, marketIds);
      }
    })(),
  );
}

async function writeTail(writer: JournalWriter, size: HistorySize, records: number): Promise<void> {
  console.error('bench-restart: writing the tail');
  const marketIds = marketsOf(writer);
  for (let number = 0; number < records; number++) {
    await writer.write([passingOrder(number, size, marketIds)]);
  }
}

const marketsOf = ({ exchange }: JournalWriter): Uint8Array[] =>
  exchange.events().flatMap(({ markets }) => markets.map(({ marketId }) => marketId));

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
if (values.engine === undefined) throw new Error('--engine FILE: the built engine');
const figures = await measure(values.engine, values.quick ? TENTH : WHOLE);
const [cpu] = cpus();
const machine = {
  cpu: cpu?.model,
  cores: cpus().length,
  node: process.version,
  load: loadavg()[0],
};
const json = JSON.stringify({ at: new Date().toISOString(), machine, ...figures }, null, 2);
console.log(json);
if (values.json !== undefined) await writeFile(values.json, `${json}\n`);
