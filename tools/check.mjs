/**
 * `npm run check`: the sources alone (format, lint, boundaries, types), in seconds. `npm run check:full`: the sources,
 * and every random test with large counts and its own seeds; about an hour, on the images' Node.js. Its figures go to
 * docs/figures/check-full.json, so that the repository records what was tested.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { checkSources } from './source-checks.mjs';
import { imageNode } from './image-node.mjs';
import { ROOT, prepareBundles, prepareClient, preparePackages, run } from './prepare.mjs';
import { Counts } from './test-run/counts.mjs';
import { usageOf } from './usage.mjs';

const FULL = '--full';
/** The first of two processes has checked the sources already. */
const WITHOUT_SOURCES = '--without-sources';
/** Tests with large counts write their figures there too. */
const FIGURES_FOLDER = 'docs/figures';
const FIGURES = `${FIGURES_FOLDER}/check-full.json`;

/**
 * Variables that the tests read, each with its own small default; the environment may override these. A failing run
 * prints its seed.
 */
const LARGE = {
  EXCHANGE_COMMANDS: '3000000',
  EXCHANGE_SEED: String(seed()),
  PROPERTY_RUNS: '20000',
  FUZZ_RUNS: '2000',
  BELLWETHER_KILLS: '30',
  CASE_HISTORIES: '20000',
  TEST_COMMANDS: '20000',
  TEST_KILLS: '20',
  FAULTS: '60',
  TAKEOVERS: '100',
  BIT_FLIPS: '200',
  FULL_DISKS: '10',
  CLOCK_JUMPS: '40',
  FUNDING_DEPOSITS: '1000',
  FUNDING_DUST: '1100',
  FUNDING_PAYOUTS: '300',
  STRANGER_REQUESTS: '100000',
  STRANGER_KEYS: '20000',
  FUNDING_SEED: String(seed()),
  FAULT_SEED: String(seed()),
  BIT_FLIP_SEED: String(seed()),
  PARTITIONS: '60',
  ONE_SIDED_CUTS: '20',
  PARTITION_SEED: String(seed()),
  LEADERSHIP_DEPTH: '2',
  LEADERSHIP_WALKS: '100000',
  LEADERSHIP_SEED: String(seed()),
  CONTAINERS: 'on',
  COLD_STARTS: '20',
};

function seed() {
  return Math.floor(Date.now() / 1_000) % 1_000_000;
}

/** @param {import('./test-run/run-tests.mjs').Result[]} results */
function byProject(results) {
  const projects = new Map();
  for (const { project, passed, failed, seconds } of results) {
    const sum = projects.get(project) ?? { project, passed: 0, failed: 0, seconds: 0 };
    sum.passed += passed;
    sum.failed += failed;
    sum.seconds += seconds;
    projects.set(project, sum);
  }
  return [...projects.values()].map((sum) => ({ ...sum, seconds: Math.round(sum.seconds) }));
}

const isSameVersion = (node) =>
  execFileSync(node, ['--version'], { encoding: 'utf8' }).trim() === process.version;

/** Runs the same again on the images' Node.js, and returns its last line. */
async function fullOn(node, counts) {
  console.log(`the tests run on the Node.js of the images, ${node}`);
  const { output } = await run(node, [import.meta.filename, FULL, WITHOUT_SOURCES], {
    onText: (text) => process.stdout.write(text),
  });
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [null, '0', '1'];
  counts.passed += Number(passed);
  counts.failed += Number(failed);
}

async function checkFull(counts) {
  await prepareBundles();
  const node = await imageNode();
  if (node !== null && !isSameVersion(node)) return fullOn(node, counts);
  const chosen = Object.keys(LARGE).map((name) => [name, process.env[name] ?? LARGE[name]]);
  const countsOfRuns = Object.fromEntries(chosen);
  Object.assign(process.env, countsOfRuns, { FIGURES_DIR: join(ROOT, FIGURES_FOLDER) });
  const { specFiles } = await import('./test-run/projects.mjs');
  const { runSpecs } = await import('./test-run/run-tests.mjs');
  const startedMs = performance.now();
  const run = await runSpecs(specFiles());
  counts.addRun(run);
  const figures = {
    at: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    machine: { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version },
    counts: countsOfRuns,
    seconds: Math.round((performance.now() - startedMs) / 1_000),
    passed: counts.passed,
    failed: counts.failed,
    projects: byProject(run.results),
  };
  await mkdir(join(ROOT, dirname(FIGURES)), { recursive: true });
  await writeFile(join(ROOT, FIGURES), `${JSON.stringify(figures, null, 2)}\n`);
  console.log(`figures: ${FIGURES}`);
}

async function check(given) {
  const counts = new Counts();
  try {
    await preparePackages();
    await prepareClient();
    if (!given.includes(WITHOUT_SOURCES)) await checkSources(counts);
    if (given.includes(FULL)) await checkFull(counts);
  } catch (error) {
    console.error(error.message);
    counts.add(false);
  }
  counts.finish();
}

const given = process.argv.slice(2);
const unknown = given.find((one) => ![FULL, WITHOUT_SOURCES].includes(one));
if (given.includes('--help') || given.includes('-h')) {
  console.log(usageOf(import.meta.filename));
} else if (unknown !== undefined) {
  console.error(`unknown argument ${unknown}: there is only --help`);
  process.exitCode = 2;
} else {
  await check(given);
}
