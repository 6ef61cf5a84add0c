/**
 * `npm run bench`: the engine's core beside another order book, then the whole exchange beside a bare HTTP route, each
 * in one run on this machine, and last the tables of both with their targets. The figures are left in dist/bench. The pages
 * of history over 10 million trades, which take long to make, and how soon deposits are seen and credited are measured
 * where they are asked for.
 *
 *     npm run bench -- --quick          a look of some minutes; its figures mean little
 *     npm run bench -- --only exchange  one of them: core, exchange, history or funding
 *     npm run bench -- --write          renews the tables of docs/PERFORMANCE.md
 *
 * Keep the machine idle meanwhile: ratios travel, absolute figures do not.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { coreReport, exchangeReport, fundingReport, historyReport } from '../dev/bench-report.mjs';
import { ROOT, prepareBundles, preparePackages, program, run } from './prepare.mjs';

const PAGE = 'docs/PERFORMANCE.md';
const BENCHES = [
  { name: 'core', report: coreReport },
  { name: 'exchange', report: exchangeReport },
  { name: 'history', report: historyReport, isAskedFor: true },
  { name: 'funding', report: fundingReport, isAskedFor: true },
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

async function bench({ name, report }) {
  const figures = join(ROOT, 'dist/bench', `${name}.json`);
  await mkdir(dirname(figures), { recursive: true });
  const args = [join(ROOT, `dev/bench-${name}/run.mjs`), '--json', figures];
  const { ok } = await run(process.execPath, [...args, ...(values.quick ? ['--quick'] : [])]);
  if (!ok) throw new Error(`bench-${name} failed`);
  return { name, text: report(JSON.parse(await readFile(figures, 'utf8'))) };
}

/** Puts each text between the marks of its name, and leaves the rest of the page as it is. */
async function renewPage(texts) {
  const file = join(ROOT, PAGE);
  let page = await readFile(file, 'utf8');
  for (const { name, text } of texts) {
    const marks = new RegExp(`(<!-- figures: ${name} -->\n)[^]*?(<!-- end of figures -->)`);
    if (!marks.test(page)) throw new Error(`${PAGE} has no place for the figures of ${name}`);
    page = page.replace(marks, (_, begin, end) => `${begin}\n${text}\n\n${end}`);
  }
  await writeFile(file, page);
  const { ok } = await run(process.execPath, [program('oxfmt/bin/oxfmt'), PAGE]);
  if (!ok) throw new Error(`${PAGE} cannot be formatted`);
  console.log(`\n${PAGE} is renewed`);
}

try {
  await preparePackages();
  await prepareBundles();
  const chosen = BENCHES.filter(({ name, isAskedFor = false }) =>
    values.only === undefined ? !isAskedFor : values.only === name,
  );
  if (chosen.length === 0)
    throw new Error(`--only ${values.only}: core, exchange, history or funding`);
  const texts = [];
  for (const one of chosen) texts.push(await bench(one));
  for (const { name, text } of texts) console.log(`\n# ${name}\n\n${text}`);
  if (values.write) await renewPage(texts);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
