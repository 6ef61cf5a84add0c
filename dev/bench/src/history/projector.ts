/**
 * What an order costs history: builds of the projector alternate, each on a database and an event stream of its own.
 */
import { join } from 'node:path';
import { startNatsServer, startPostgres } from '@bellwether/local-services';
import { number, roundsLine, table, verdict } from '../harness/markdown';
import { cpuBetween } from '../harness/processes';
import type { Result, Run, Target } from '../harness/scenario';
import { mediansOf } from '../harness/statistics';
import { ProjectorBuild } from './projector-build';
import { RecordedEvents } from './recorded-events';

/** `at a pace`: so many orders a second. `catching up`: as many as the stream takes. */
const PACES = ['at a pace', 'catching up'] as const;
const ORDERS_PER_SECOND = 2_500;
const FULL = { orders: 20_000, rounds: 5 };
const QUICK = { orders: 5_000, rounds: 2 };
const PAIRS = 256;
/** The lag that history may have at a pace. */
const BEHIND_MS = 1_000;
const THIS_TREE = 'this tree';
const BUILT = 'dist/apps/projector/main.js';

export async function projector(run: Run): Promise<Result> {
  const { orders, rounds } = run.isQuick ? QUICK : FULL;
  const recorded = new RecordedEvents(run.number('pairs', PAIRS));
  const builds = await startBuilds(run, recorded);
  const runs: Measured[] = [];
  // The first round is a warm-up that does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const pace of PACES) {
      const events = recorded.next(orders);
      for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
        const figures = await runOnce(build, events, pace === 'at a pace' ? ORDERS_PER_SECOND : 0);
        const one = { projector: build.name, pace, round, figures };
        run.say(JSON.stringify(one));
        if (round > 0) runs.push(one);
      }
    }
  }
  const rows = builds.flatMap(({ name }) =>
    PACES.map((pace) => {
      const own = runs.filter((one) => one.projector === name && one.pace === pace);
      return {
        projector: name,
        pace,
        ...mediansOf(own.map(({ figures }) => figures)),
      };
    }),
  );
  const behind = rows.find(({ projector: name, pace }) => name === THIS_TREE && pace === PACES[0])!;
  return {
    figures: { orders, rounds, ordersPerSecond: ORDERS_PER_SECOND, rows },
    about: roundsLine(rounds),
    tables: [
      `${number(orders)} orders a run by ${number(2 * run.number('pairs', PAIRS))} users, at a pace of ${number(ORDERS_PER_SECOND)}/s and as fast as they come. ` +
        `CPU of the projector and of its sessions, an order:`,
      tableOf(rows),
    ],
    targets: [
      [
        `history at ${number(ORDERS_PER_SECOND)} orders/s`,
        `${number(behind.behindMs)} ms behind`,
        `≤ ${number(BEHIND_MS)} ms`,
        behind.behindMs <= BEHIND_MS,
      ] satisfies Target,
    ],
  };
}

async function startBuilds(run: Run, recorded: RecordedEvents): Promise<ProjectorBuild[]> {
  const { folder } = run;
  const nats = await startNatsServer({ dataDir: join(folder, 'nats') });
  run.keep(nats, () => nats.stop());
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  run.keep(postgres, () => postgres.stop());
  const builds: ProjectorBuild[] = [];
  for (const [shard, one] of [`${THIS_TREE}=${BUILT}`, ...run.flags.against].entries()) {
    const [name = '', main = ''] = one.split('=');
    const place = { name, main, shard, nats, postgres, folder };
    const build = await ProjectorBuild.start(place, recorded.linkedUsers);
    builds.push(run.keep(build, () => build.stop()));
  }
  for (const build of builds) await build.publish([recorded.setUp], 0);
  return builds;
}

async function runOnce(
  build: ProjectorBuild,
  events: ReturnType<RecordedEvents['next']>,
  rate: number,
) {
  const [cpuBefore, before] = [await build.cpu(), await build.walBytes()];
  const startedMs = performance.now();
  await build.publish(events, rate);
  const publishedMs = performance.now();
  await build.whenHistoryHas(events.at(-1)!.at(-1)!);
  const endedMs = performance.now();
  const [cpuAfter, after] = [await build.cpu(), await build.walBytes()];
  const orders = events.length;
  // An idle session may be closed and another one opened: each counts from its first reading.
  const { projector: own = 0, ...sessions } = cpuBetween(cpuBefore, cpuAfter);
  const postgres = Object.values(sessions).reduce((sum, ms) => sum + ms, 0);
  return {
    projectorUs: (own * 1_000) / orders,
    postgresUs: (postgres * 1_000) / orders,
    walBytes: (after - before) / orders,
    /** From the first published event to the last one in history. */
    ordersPerSecond: (orders * 1_000) / (endedMs - startedMs),
    /** From the last published event to the last one in history. */
    behindMs: endedMs - publishedMs,
  };
}

type Figures = Awaited<ReturnType<typeof runOnce>>;
type Of = { readonly projector: string; readonly pace: (typeof PACES)[number] };
type Measured = Of & { readonly round: number; readonly figures: Figures };
type Row = Of & Figures;

function tableOf(rows: readonly Row[]): string {
  const figures = ['projector µs', 'PostgreSQL µs', 'WAL B', 'orders/s', 'behind ms'];
  const cells = rows.map(({ pace, behindMs, ...row }) => [
    `${row.projector}, ${pace}`,
    number(row.projectorUs),
    number(row.postgresUs),
    number(row.walBytes),
    number(row.ordersPerSecond),
    number(behindMs),
    ...(pace === 'at a pace'
      ? [`behind ≤ ${number(BEHIND_MS)}`, verdict(behindMs <= BEHIND_MS)]
      : ['', '']),
  ]);
  return table(['', ...figures, 'target', ''], cells);
}
