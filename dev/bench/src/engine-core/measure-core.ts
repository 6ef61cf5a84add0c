/** Compares the exchange's core with another order book. Each contender and pass is a process of its own. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { number, roundsLine, table, verdict } from '../harness/markdown';
import { voidUnless } from '../harness/scenario';
import type { Result, Run, Target } from '../harness/scenario';
import { mediansOf } from '../harness/statistics';
import { CONTENDERS, PEER } from './contenders';
import { generate } from './generate';
import type { Pass } from './pass';
import { SHAPES, quick } from './workload';
import type { WorkloadShape } from './workload';

const ROUNDS = 3;
/** The peer is slow: it is measured on this many commands of the same stream. */
const PARTIAL_COMMANDS = 300_000;
const HEAP_MB = 4_096;

/**
 * By workload and contender: the lowest ratio to the peer, and for the core the longest command except one in a
 * hundred.
 */
const TARGETS: Readonly<Record<string, { timesPeer: number; p99Ns?: number }>> = {
  's1k, core': { timesPeer: 15, p99Ns: 1_000 },
  's1k, object API': { timesPeer: 6 },
  'm1000, core': { timesPeer: 12, p99Ns: 3_000 },
  'm1000, object API': { timesPeer: 6 },
};

export async function core(run: Run): Promise<Result> {
  const shapes = run.isQuick ? SHAPES.map(quick) : SHAPES;
  const rounds = run.isQuick ? 1 : ROUNDS;
  const files = shapes.map((shape) => writeWorkload(run, shape));
  const passes = new Map<string, Pass[]>();
  // Contenders alternate within a round, so that a slow minute of the machine affects all of them.
  for (let round = 1; round <= rounds; round++) {
    for (const [index, file] of files.entries()) {
      for (const kind of ['throughput', 'latency']) {
        for (const { name } of CONTENDERS) {
          run.say(`round ${round} of ${rounds}: ${shapes[index]!.name}, ${name}, ${kind}`);
          const key = `${shapes[index]!.name}, ${name}`;
          const one = carriedOut(name, file, kind);
          voidUnless(one.isRight, `the totals of ${key} are not those of the reference`);
          passes.set(key, [...(passes.get(key) ?? []), one]);
        }
      }
    }
  }
  const rows = shapes.flatMap(({ name }) => rowsOf(name, passes));
  const tables = shapes.map(({ name }) => `\`${name}\`\n\n${tableOf(rows, name)}`);
  const targets = rows.flatMap(targetsOf);
  return { figures: { rounds, rows }, about: roundsLine(rounds), tables, targets };
}

/** @returns its path without suffixes */
function writeWorkload({ folder, say }: Run, shape: WorkloadShape): string {
  const { workload, commands } = generate(shape, PARTIAL_COMMANDS);
  say(`${shape.name}: ${JSON.stringify({ ...workload.mix, ...workload.expected })}`);
  const file = join(folder, shape.name);
  writeFileSync(`${file}.bin`, new Uint8Array(commands.buffer));
  writeFileSync(`${file}.json`, JSON.stringify(workload));
  return file;
}

function carriedOut(contender: string, file: string, kind: string): Pass {
  const args = [`--max-old-space-size=${HEAP_MB}`, process.argv[1]!, 'core-pass'];
  const output = execFileSync(process.execPath, [...args, contender, file, kind], {
    encoding: 'utf8',
    // For all contenders, as the engine has it in production (docs/adr/0076-tables-in-huge-pages.md).
    env: { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output) as Pass;
}

function rowsOf(workload: string, passes: ReadonlyMap<string, readonly Pass[]>) {
  /** A pass lacks this figure if it measures something else. */
  const figuresOf = (name: string) => {
    const own = passes.get(`${workload}, ${name}`)!;
    const rates = own.flatMap(({ figures: { perSecond } }) => (perSecond ? [{ perSecond }] : []));
    const delays = own.flatMap(({ figures: { p50Ns, p99Ns } }) =>
      p50Ns === undefined || p99Ns === undefined ? [] : [{ p50Ns, p99Ns }],
    );
    return { commands: own[0]!.commands, ...mediansOf(rates), ...mediansOf(delays) };
  };
  const peer = figuresOf(PEER);
  return CONTENDERS.map(({ name, isPartial }) => {
    const own = figuresOf(name);
    const timesPeer = own.perSecond / peer.perSecond;
    return { workload, contender: name, isPartial, ...own, timesPeer };
  });
}

type Row = ReturnType<typeof rowsOf>[number];

function tableOf(rows: readonly Row[], of: string): string {
  const heads = ['', 'k commands/s', '× peer', 'target', '', 'p50 ns', 'p99 ns', 'target', ''];
  const cells = rows
    .filter(({ workload }) => workload === of)
    .map((row) => {
      const { timesPeer, p99Ns } = TARGETS[`${of}, ${row.contender}`] ?? {};
      const first = row.isPartial ? ` (first ${number(row.commands)} commands)` : '';
      return [
        `${row.contender}${first}`,
        number(row.perSecond / 1_000),
        number(row.timesPeer, 1),
        ...(timesPeer === undefined
          ? ['', '']
          : [`≥ ${timesPeer}`, verdict(row.timesPeer >= timesPeer)]),
        number(row.p50Ns),
        number(row.p99Ns),
        ...(p99Ns === undefined ? ['', ''] : [`≤ ${number(p99Ns)}`, verdict(row.p99Ns <= p99Ns)]),
      ];
    });
  return table(heads, cells);
}

function targetsOf({ workload, contender, timesPeer, p99Ns }: Row): Target[] {
  const target = TARGETS[`${workload}, ${contender}`];
  if (target === undefined) return [];
  const name = `${contender}, \`${workload}\``;
  const [ratio, least] = [`${number(timesPeer, 1)} × peer`, `≥ ${target.timesPeer} × peer`];
  const rate: Target = [`${name}: throughput`, ratio, least, timesPeer >= target.timesPeer];
  const { p99Ns: most } = target;
  if (most === undefined) return [rate];
  const is: Target = [
    `${name}: p99 latency`,
    `${number(p99Ns)} ns`,
    `≤ ${number(most)} ns`,
    p99Ns <= most,
  ];
  return [rate, is];
}
