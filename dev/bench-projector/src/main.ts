/** What an order costs history: see README.md beside this folder. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNatsServer, startPostgres } from '@bellwether/local-services';
import { Contender } from './contender';
import { measure } from './measure';
import type { Pace, Run } from './measure';
import { RecordedEvents } from './recorded-events';

const { values } = parseArgs({
  options: {
    /** NAME=MAIN of a built projector. */
    projector: { type: 'string', multiple: true, default: [] },
    orders: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '5' },
    desks: { type: 'string', default: '256' },
    'orders-per-second': { type: 'string', default: '2500' },
    'node-option': { type: 'string', multiple: true, default: [] },
    json: { type: 'string', default: '' },
  },
});
const effort = {
  orders: Number(values.orders),
  rounds: Number(values.rounds),
  ordersPerSecond: Number(values['orders-per-second']),
};
const desks = Number(values.desks);
const say = (run: Run): void => console.error(`bench-projector: ${JSON.stringify(run)}`);

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function rowOf(contender: Contender, pace: Pace, runs: readonly Run[]) {
  const own = runs.filter((run) => run.contender === contender.name && run.pace === pace);
  const median = (of: (run: Run) => number) => medianOf(own.map(of));
  return {
    projector: contender.name,
    pace,
    projectorUs: median(({ projectorUs }) => projectorUs),
    postgresUs: median(({ postgresUs }) => postgresUs),
    walBytes: median(({ walBytesPerOrder }) => walBytesPerOrder),
    transactions: median(({ transactions }) => transactions),
    ordersPerSecond: median(({ ordersPerSecond }) => ordersPerSecond),
    behindMs: median(({ behindMs }) => behindMs),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-projector-'));
await chmod(folder, 0o755); // PostgreSQL does not run as root
const nats = await startNatsServer({ dataDir: join(folder, 'nats') });
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const contenders: Contender[] = [];
try {
  const recorded = new RecordedEvents(desks);
  for (const [shard, one] of values.projector.entries()) {
    const [name = '', main = ''] = one.split('=');
    const nodeOptions = values['node-option'];
    const place = { name, main, shard, nats, postgres, folder, nodeOptions };
    contenders.push(await Contender.start(place, recorded.linkedUsers));
  }
  for (const contender of contenders) await contender.publish([recorded.setUp], 0);
  const runs = await measure(contenders, recorded, effort, say);
  const rows = contenders.flatMap((contender) =>
    (['at a pace', 'catching up'] as const).map((pace) => rowOf(contender, pace, runs)),
  );
  const updates = await Promise.all(
    contenders.map(async (one) => ({ projector: one.name, tables: await one.updates() })),
  );
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    load15Minutes: loadavg()[2] ?? 0,
    measuredAt: new Date().toISOString(),
  };
  await mkdir(dirname(values.json), { recursive: true });
  const figures = { machine, ...effort, desks, rows, updates };
  await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  for (const contender of contenders) await contender.stop();
  await postgres.stop();
  await nats.stop();
  await rm(folder, { recursive: true, force: true });
}
