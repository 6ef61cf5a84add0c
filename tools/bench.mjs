/**
 * `npm run bench`: compares the engine's core with another order book, then the whole exchange with a bare HTTP route,
 * each in one run on this machine, and prints both tables with their targets. The figures are written to dist/bench.
 *
 *     npm run bench -- --quick          a look of some minutes; its figures mean little
 *     npm run bench -- --only paces     one scenario: dev/bench/README.md lists them, and the flags of each
 *     npm run bench -- --write          renews docs/figures/benchmarks.md, and the targets in docs/PERFORMANCE.md
 *     npm run bench -- --json FILE      where the figures go, of one scenario
 *
 * Keep the machine idle meanwhile: ratios carry over to other machines, absolute figures do not.
 */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePorts, startExchange } from '../dev/e2e/start-exchange.mjs';
import { ROOT, prepareBundles, preparePackages, program, run } from './prepare.mjs';
import { usageOf } from './usage.mjs';

const WITHOUT_NAMES = ['core', 'exchange'];
/** They measure a whole exchange, in a folder of its own, from outside. */
const ON_EXCHANGE = /^(?:exchange|orders|reads|paces|streams|cancels|growth|profile|funding)$/;
// What the parts can do is measured, not what one user may: a pair of users sends hundreds of times a user's rate.
const EXCHANGE_FLAGS = ['--empty', '--no-rate-limits'];
const BUNDLE = join(ROOT, 'dist/dev/bench/main.js');
const PROFILES = join(ROOT, 'dist/bench/profile');

async function must(what, args) {
  const { ok } = await run(process.execPath, args);
  if (!ok) throw new Error(`${what} failed`);
}

const measure = (name, args) => must(name, ['--enable-source-maps', BUNDLE, name, ...args]);

async function measureOnExchange(name, args) {
  if (name === 'profile') await loadProfilers();
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  let exchange;
  try {
    exchange = await startExchange({ dataDir, port: await freePorts(), flags: EXCHANGE_FLAGS });
    await measure(name, ['--data', dataDir, ...args]);
  } finally {
    await exchange?.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Each app loads it before its own code; what it writes stays beside it. */
async function loadProfilers() {
  await rm(PROFILES, { recursive: true, force: true });
  await mkdir(PROFILES, { recursive: true });
  const preload = join(PROFILES, 'self-profile.cjs');
  await copyFile(join(ROOT, 'dev/bench/self-profile.cjs'), preload);
  process.env.APP_NODE_OPTIONS = `--require=${preload}`;
}

/** `--only` and `--help` are ours; the bundle knows the others. */
async function main(given) {
  const options = { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } };
  const { values, tokens } = parseArgs({ args: given, options, strict: false, tokens: true });
  if (values.help) return console.log(usageOf(import.meta.filename));
  const own = tokens.find(({ name }) => name === 'only');
  const rest = given.toSpliced(own?.index ?? 0, own === undefined ? 0 : own.inlineValue ? 1 : 2);
  await preparePackages();
  await prepareBundles();
  await must('the build', [join(ROOT, 'tools/build.mjs'), 'dev/bench']);
  for (const name of values.only === undefined ? WITHOUT_NAMES : [values.only])
    await (ON_EXCHANGE.test(name) ? measureOnExchange : measure)(name, rest);
  if (given.includes('--write'))
    await must('the format', [program('oxfmt/bin/oxfmt'), 'docs/PERFORMANCE.md']);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
