/** What an order costs history: see README.md beside this folder. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNatsServer, startPostgres } from '@bellwether/local-services';
import { cpuBetween } from '../../bench-exchange/src/cpu-meter';
import { Contender } from './contender';
import { RecordedEvents } from './recorded-events';

const { values } = parseArgs({
  options: {
    /** name=main.js of a built projector. */
    projector: { type: 'string', multiple: true, default: [] },
    orders: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    desks: { type: 'string', default: '256' },
    rate: { type: 'string', default: '2500' },
    json: { type: 'string', default: '' },
  },
});
const [orders, rounds, desks, rate] = [values.orders, values.rounds, values.desks, values.rate].map(Number) as [
  number,
  number,
  number,
  number,
];

interface Turn {
  readonly contender: string;
  readonly round: number;
  readonly cpuUsPerOrder: Record<string, number>;
  readonly walBytesPerOrder: number;
  readonly transactions: number;
  /** From the first event published to the last one in history. */
  readonly ordersPerSecond: number;
  /** From the last event published to the last one in history. */
  readonly behindMs: number;
}

async function turn(contender: Contender, round: number, lists: ReturnType<RecordedEvents['next']>): Promise<Turn> {
  const [cpuBefore, before] = [await contender.cpu(), await contender.written()];
  const startedMs = performance.now();
  await contender.publish(lists, rate);
  const publishedMs = performance.now();
  await contender.whenHistoryHas(lists.at(-1)!.at(-1)!);
  const endedMs = performance.now();
  const [cpuAfter, after] = [await contender.cpu(), await contender.written()];
  const used = Object.entries(cpuBetween(cpuBefore, cpuAfter));
  return {
    contender: contender.name,
    round,
    cpuUsPerOrder: Object.fromEntries(used.map(([part, ms]) => [part, (ms * 1_000) / lists.length])),
    walBytesPerOrder: (after.walBytes - before.walBytes) / lists.length,
    transactions: after.transactions - before.transactions,
    ordersPerSecond: (lists.length * 1_000) / (endedMs - startedMs),
    behindMs: endedMs - publishedMs,
  };
}

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-projector-'));
await chmod(folder, 0o755); // PostgreSQL does not run as root
const nats = await startNatsServer({ dataDir: join(folder, 'nats') });
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const contenders: Contender[] = [];
try {
  const recorded = new RecordedEvents(desks);
  for (const [shard, one] of values.projector.entries()) {
    const [name, main] = one.split('=') as [string, string];
    contenders.push(await Contender.start({ name, main, shard, nats, postgres, folder }, recorded.linkedUsers));
  }
  for (const contender of contenders) await contender.publish([recorded.setUp], 0);
  const turns: Turn[] = [];
  for (let round = 0; round <= rounds; round++) {
    const lists = recorded.next(orders);
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const done = await turn(contender, round, lists);
      console.error(JSON.stringify(done));
      if (round > 0) turns.push(done);
    }
  }
  const rows = await Promise.all(
    contenders.map(async (contender) => {
      const own = turns.filter((one) => one.contender === contender.name);
      const median = (of: (one: Turn) => number) => medianOf(own.map(of));
      return {
        name: contender.name,
        projectorUs: median(({ cpuUsPerOrder }) => cpuUsPerOrder['projector'] ?? 0),
        postgresUs: median(({ cpuUsPerOrder }) => cpuUsPerOrder['postgres'] ?? 0),
        walBytes: median(({ walBytesPerOrder }) => walBytesPerOrder),
        transactions: median(({ transactions }) => transactions),
        ordersPerSecond: median((one) => one.ordersPerSecond),
        behindMs: median((one) => one.behindMs),
        updates: await contender.updates(),
      };
    }),
  );
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    load15Minutes: loadavg()[2] ?? 0,
    measuredAt: new Date().toISOString(),
  };
  const figures = { machine, orders, rounds, desks, ordersPerSecond: rate, rows };
  console.log(JSON.stringify(figures, null, 2));
  if (values.json !== '') {
    await mkdir(dirname(values.json), { recursive: true });
    await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  }
} finally {
  for (const contender of contenders) await contender.stop();
  await postgres.stop();
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
}
