/**
 * How long an engine needs after a crash until it serves again, with a large state and a long tail after its snapshot.
 */
import { join } from 'node:path';
import { connectBus } from '@bellwether/bus';
import { SnapshotFolder } from '@bellwether/journal-files';
import { startNatsServer } from '@bellwether/local-services';
import { quiet } from '../harness/quiet';
import { voidUnless } from '../harness/scenario';
import type { Result, Run } from '../harness/scenario';
import { beginning, marketsOf, passingOrder, restingOrder } from './history';
import { JournalWriter } from './journal-writer';
import { killed, startApp, stateHashOf } from './start-app';

const SIZE = { accounts: 100_000, events: 50, marketsPerEvent: 20, restingOrders: 1_000_000 };
const TAIL_RECORDS = 100_000;
const QUICK = { accounts: 10_000, events: 5, marketsPerEvent: 20, restingOrders: 100_000 };
const QUICK_TAIL_RECORDS = 10_000;

export async function restart(run: Run): Promise<Result> {
  const size = run.isQuick ? QUICK : SIZE;
  const server = await startNatsServer({ dataDir: join(run.folder, 'nats') });
  run.keep(server, () => server.stop());
  const bus = await connectBus({ servers: server.url, name: 'bench', log: quiet });
  run.keep(bus, () => bus.close());
  const writer = new JournalWriter(bus, quiet);
  await writer.begin();
  run.say('writing accounts and orders');
  await writer.writeAll(beginning(size));
  const marketIds = marketsOf(writer.exchange);
  for (let number = 0; number < size.restingOrders; number++)
    await writer.add(restingOrder(number, size, marketIds));
  await writer.flush();
  const { accounts, markets, restingOrders } = writer.exchange.status();
  voidUnless(restingOrders === size.restingOrders, `${restingOrders} orders rest`);
  const before = writer.records;
  const snapshotDir = join(run.folder, 'snapshots');
  const snapshot = await writer.snapshot(new SnapshotFolder({ path: snapshotDir }));
  run.say('writing the tail');
  for (let number = 0; number < run.number('records', TAIL_RECORDS, QUICK_TAIL_RECORDS); number++)
    await writer.write([passingOrder(number, size, marketIds)]);
  await writer.end();
  const rows = [];
  for (const [name, env] of [
    ['snapshot and tail', { SNAPSHOT_DIR: snapshotDir }],
    ['the whole journal', {}],
  ] as const) {
    const at = { NATS_URL: server.url, MONEY_LIMITS: 'off', ...env };
    const expected = await writer.stateHashNow();
    const engine = await startApp(run, 'matching-engine', at);
    const isRight = (await stateHashOf(engine)) === expected;
    voidUnless(isRight, `${name}: another state than the journal's`);
    await killed(engine);
    run.say(`${name}: ${engine.seconds.toFixed(1)} s`);
    rows.push({ name, seconds: engine.seconds });
  }
  const records = { before, tail: writer.records - before };
  const seq = writer.exchange.lastSeq;
  return { figures: { accounts, markets, restingOrders, records, seq, snapshot, rows } };
}
