/**
 * `npm run bench`: compares the engine's core with another order book, then the whole exchange with a bare HTTP route,
 * each in one run on this machine, and prints both tables with their targets. The figures are written to dist/bench.
 * The pages of history over 10 million trades, which take long to make, what an order costs history alone, and how soon
 * deposits are seen and credited, are measured only on request.
 *
 *     npm run bench -- --quick          a look of some minutes; its figures mean little
 *     npm run bench -- --only exchange  one of them: core, exchange, history, projector or funding
 *     npm run bench -- --write          renews docs/figures/benchmarks.md, and the targets in docs/PERFORMANCE.md
 *
 * Keep the machine idle meanwhile: ratios carry over to other machines, absolute figures do not.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  coreReport,
  exchangeReport,
  fundingReport,
  historyReport,
  projectorReport,
} from '../dev/bench-report.mjs';
import {
  coreTargets,
  exchangeTargets,
  fundingTargets,
  historyTargets,
  projectorTargets,
} from '../dev/bench-targets.mjs';
import { ROOT, prepareBundles, preparePackages, program, run } from './prepare.mjs';

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

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

async function bench({ name, report, targets }) {
  const figures = join(ROOT, 'dist/bench', `${name}.json`);
  await mkdir(dirname(figures), { recursive: true });
  const args = [join(ROOT, `dev/bench-${name}/run.mjs`), '--json', figures];
  const { ok } = await run(process.execPath, [...args, ...(values.quick ? ['--quick'] : [])]);
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

try {
  await preparePackages();
  await prepareBundles();
  const chosen = BENCHES.filter(({ name, isAskedFor = false }) =>
    values.only === undefined ? !isAskedFor : values.only === name,
  );
  if (chosen.length === 0)
    throw new Error(`--only ${values.only}: core, exchange, history, projector or funding`);
  const texts = [];
  for (const one of chosen) texts.push(await bench(one));
  for (const { name, figures } of texts) console.log(`\n# ${name}\n\n${figures}`);
  if (values.write) await renewPages(texts);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
