/**
 * Runs a scenario: its flags, its folder, its end. Then it writes the figures as JSON, as tables and into the pages.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Flags } from './flags';
import { machine } from './machine';
import type { Machine } from './machine';
import { number, table, verdict } from './markdown';
import type { Result, Run, Scenario } from './scenario';

/** Rows with a target go to the page about performance, and every table goes to the page of figures. */
const TARGETS_PAGE = 'docs/PERFORMANCE.md';
const FIGURES_PAGE = 'docs/figures/benchmarks.md';

/** Paths in the checkout. @throws whatever the scenario fails with; then nothing is written */
export async function carryOut(name: string, scenario: Scenario, flags: Flags): Promise<void> {
  const result = await measured(name, scenario, flags);
  const { figures, tables, targets } = result;
  const on = machine();
  const json = JSON.stringify({ machine: on, ...figures }, null, 2);
  const file = flags.json ?? `dist/bench/${name}.json`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${json}\n`);
  const head = headOf(on, result, flags.quick);
  const shown = tables === undefined ? json : [head, ...tables].join('\n\n');
  console.log(`\n# ${name}\n\n${shown}`);
  if (!flags.write || tables === undefined || targets === undefined) return;
  const rows = targets.map(([what, figure, target, isMet]) => [
    what,
    figure,
    target,
    verdict(isMet),
  ]);
  await renew(FIGURES_PAGE, `figures: ${name}`, shown);
  const heads = ['', 'figure', 'target', 'verdict'];
  await renew(TARGETS_PAGE, `targets: ${name}`, `${head}\n\n${table(heads, rows)}`);
}

async function measured(name: string, scenario: Scenario, flags: Flags): Promise<Result> {
  const ends: (() => unknown)[] = [];
  const folder = await mkdtemp(join(tmpdir(), `bellwether-${name}-`));
  await chmod(folder, 0o755); // PostgreSQL does not run as root
  const startedMs = performance.now();
  const run: Run = {
    isQuick: flags.quick,
    flags,
    folder,
    get dataDir() {
      if (flags.data === undefined) throw new Error('--data DIR: the folder of a running exchange');
      return flags.data;
    },
    number: (flag, full, quick = full) =>
      numberOf(flag, flags[flag]) ?? (flags.quick ? quick : full),
    keep(thing, end) {
      ends.unshift(() => end(thing));
      return thing;
    },
    say(line) {
      const seconds = Math.round((performance.now() - startedMs) / 1_000);
      console.error(`${name}, ${seconds} s: ${line}`);
    },
  };
  try {
    return await scenario(run);
  } finally {
    for (const end of ends) await end();
    await rm(folder, { recursive: true, force: true });
  }
}

function numberOf(flag: string, text: unknown): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0) throw new Error(`--${flag}: a whole number`);
  return value;
}

function headOf(on: Machine, { about = '' }: Result, isQuick: boolean): string {
  const { cpu, cores, node, load15Minutes, measuredAt } = on;
  const load = number(load15Minutes, 1);
  const short = isQuick ? ' A quick run: too short to mean much.' : '';
  const day = measuredAt.slice(0, 10);
  return `${cpu}, ${cores} cores, Node ${node}, ${day}, load average ${load}.${about && ` ${about}`}${short}`;
}

/** Replaces the text between the marks, and nothing else of the page. */
async function renew(file: string, mark: string, text: string): Promise<void> {
  const page = await readFile(file, 'utf8');
  const marks = new RegExp(`(<!-- ${mark} -->\n)[^]*?(<!-- end of ${mark.split(':')[0]} -->)`);
  if (!marks.test(page)) throw new Error(`${file} has no place for the ${mark}`);
  const renewed = page.replace(marks, (_, begin, end) => `${begin}\n${text}\n\n${end}`);
  await writeFile(file, renewed);
}
