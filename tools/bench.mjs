/**
 * `npm run bench`: compares the engine's core with another order book, then the whole exchange with a bare HTTP route,
 * each in one run on this machine, and prints both tables with their targets. The figures are written to dist/bench.
 * The pages of history over 10 million trades, which take long to make, what an order costs history alone, and how soon
 * deposits are seen and credited, are measured only on request.
 *
 *     npm run bench -- --quick          a look of some minutes; its figures mean little
 *     npm run bench -- --only exchange  one of them: core, exchange, history, projector or funding
 *     npm run bench -- --write          renews docs/figures/benchmarks.md, and the targets in docs/PERFORMANCE.md
 *     npm run bench -- --profile        where an order spends its microseconds, by process, library and function
 *
 * Keep the machine idle meanwhile: ratios carry over to other machines, absolute figures do not.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { exchangeReport } from '../dev/bench-exchange-report.mjs';
import { coreReport, fundingReport, historyReport, projectorReport } from '../dev/bench-report.mjs';
import {
  coreTargets,
  exchangeTargets,
  fundingTargets,
  historyTargets,
  projectorTargets,
} from '../dev/bench-targets.mjs';
import { ROOT, prepareBundles, preparePackages, program, run } from './prepare.mjs';
import { usageOf } from './usage.mjs';

/** The rows with a target go to the page about performance, and every table to the page of figures. */
const TARGETS_PAGE = 'docs/PERFORMANCE.md';
const FIGURES_PAGE = 'docs/figures/benchmarks.md';
const BENCHES = [
  { name: 'core', report: coreReport, targets: coreTargets },
  { name: 'exchange', report: exchangeReport, targets: exchangeTargets },
  { name: 'history', report: historyReport, targets: historyTargets, isAskedFor: true },
  { name: 'projector', report: projectorReport, targets: projectorTargets, isAskedFor: true },
  { name: 'funding', report: fundingReport, targets: fundingTargets, isAskedFor: true },
];

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  quick: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  only: { type: 'string' },
};

async function bench({ name, report, targets }, effort) {
  const figures = join(ROOT, 'dist/bench', `${name}.json`);
  await mkdir(dirname(figures), { recursive: true });
  const args = [join(ROOT, `dev/bench-${name}/run.mjs`), '--json', figures];
  const { ok } = await run(process.execPath, [...args, ...effort]);
  if (!ok) throw new Error(`bench-${name} failed`);
  const measured = JSON.parse(await readFile(figures, 'utf8'));
  return { name, figures: report(measured), targets: targets(measured) };
}

/** Replaces the text between the marks of each name, and leaves the rest of the page unchanged. */
async function renewPage(path, kind, texts) {
  const file = join(ROOT, path);
  let page = await readFile(file, 'utf8');
  for (const { name, [kind]: text } of texts) {
    const marks = new RegExp(`(<!-- ${kind}: ${name} -->\n)[^]*?(<!-- end of ${kind} -->)`);
    if (!marks.test(page)) throw new Error(`${path} has no place for the ${kind} of ${name}`);
    page = page.replace(marks, (_, begin, end) => `${begin}\n${text}\n\n${end}`);
  }
  await writeFile(file, page);
  console.log(`\n${path} is renewed`);
}

async function renewPages(texts) {
  await renewPage(FIGURES_PAGE, 'figures', texts);
  await renewPage(TARGETS_PAGE, 'targets', texts);
  const { ok } = await run(process.execPath, [program('oxfmt/bin/oxfmt'), TARGETS_PAGE]);
  if (!ok) throw new Error(`${TARGETS_PAGE} cannot be formatted`);
}

async function profile(quick) {
  const page = join(ROOT, 'dist/bench/profile.md');
  const args = [join(ROOT, 'dev/bench-exchange/profile.mjs'), '--page', page, ...quick];
  const { ok } = await run(process.execPath, args);
  if (!ok) throw new Error('the profile failed');
  console.log(`\n${await readFile(page, 'utf8')}`);
}

function chosenBenches(only) {
  const chosen = BENCHES.filter(({ name, isAskedFor = false }) =>
    only === undefined ? !isAskedFor : only === name,
  );
  if (chosen.length === 0)
    throw new Error(`--only ${only}: ${BENCHES.map(({ name }) => name).join(', ')}`);
  return chosen;
}

function given() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0]}: npm run bench -- --help says what there is`);
  }
}

async function main({ help, quick, write, profile: isProfile, only }) {
  if (help) return console.log(usageOf(import.meta.filename));
  const chosen = chosenBenches(only);
  await preparePackages();
  await prepareBundles();
  const effort = quick ? ['--quick'] : [];
  if (isProfile) return profile(effort);
  const texts = [];
  for (const one of chosen) texts.push(await bench(one, effort));
  for (const { name, figures } of texts) console.log(`\n# ${name}\n\n${figures}`);
  if (write) await renewPages(texts);
}

try {
  await main(given());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
