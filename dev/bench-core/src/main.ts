/** Makes the workloads, measures every contender in processes of its own, prints the table and writes the figures. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CONTENDERS } from './contenders';
import { generate } from './generate';
import type { Measurement } from './measure';
import type { StateMeasurement } from './measure-state';
import { type Row, printState, printTable, toRows } from './report';
import { SHAPES, type WorkloadShape, quick } from './workload';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROUNDS = 3;
/** The peer is slow: it is measured on this many commands of the same stream. */
const PARTIAL_COMMANDS = 300_000;
const HEAP_MB = 4_096;

interface Results {
  readonly rounds: number;
  readonly rows: readonly Row[];
  readonly state: StateMeasurement;
}

function main(): void {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  });
  const shapes = values.quick ? SHAPES.map(quick) : SHAPES;
  const rounds = values.quick ? 1 : ROUNDS;
  const files = shapes.map(writeWorkload);

  const measurements: Measurement[] = [];
  // Contenders take turns within a round, so that a slow minute of the machine is everybody's.
  for (let round = 1; round <= rounds; round++) {
    for (const file of files) {
      for (const pass of ['throughput', 'latency']) {
        for (const { name } of CONTENDERS) {
          console.log(`round ${round} of ${rounds}: ${name}, ${pass}`);
          measurements.push(measure(name, file, pass));
        }
      }
    }
  }
  const rows = toRows(measurements);
  for (const { name } of shapes) printTable(name, rows);
  const state = measureState();
  printState(state);
  writeResults(values.json ?? join(HERE, 'results.json'), { rounds, rows, state });
  if (rows.some(({ isVoid }) => isVoid)) process.exitCode = 1;
}

/** Answers the path of the workload without its suffixes. */
function writeWorkload(shape: WorkloadShape): string {
  const { workload, commands } = generate(shape, PARTIAL_COMMANDS);
  const { adds, cancels, takes } = workload.mix;
  const { resting, trades } = workload.expected;
  const share = (count: number) => `${Math.round((100 * count) / shape.measured)} %`;
  console.log(
    `${shape.name}: ${workload.count} commands (${share(adds)} adds, ${share(cancels)} cancels, ` +
      `${share(takes)} takes), ${trades} trades, ${resting} resting at the end`,
  );
  const file = join(HERE, shape.name);
  mkdirSync(HERE, { recursive: true });
  writeFileSync(`${file}.bin`, new Uint8Array(commands.buffer));
  writeFileSync(`${file}.json`, JSON.stringify(workload));
  return file;
}

const measure = (contender: string, file: string, pass: string): Measurement =>
  JSON.parse(outputOf('measure.mjs', contender, file, pass)) as Measurement;

const measureState = (): StateMeasurement =>
  JSON.parse(outputOf('measure-state.mjs')) as StateMeasurement;

const outputOf = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [`--max-old-space-size=${HEAP_MB}`, join(HERE, script), ...args], {
    encoding: 'utf8',
    // Of all contenders, as the engine has it in production (docs/adr/0076-tables-in-huge-pages.md).
    env: { ...process.env, GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

function writeResults(path: string, results: Results): void {
  const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version };
  writeFileSync(path, `${JSON.stringify({ machine, ...results }, null, 2)}\n`);
  console.log(`\nwritten to ${path}`);
}

main();
