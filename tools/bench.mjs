/**
 * `npm run bench`: the engine's core beside another order book, then the whole exchange beside a bare HTTP route, each
 * in one run on this machine. `-- --quick` is a look of a minute; `-- --save` keeps the figures in docs/figures.
 * Keep the machine idle meanwhile: ratios travel, absolute figures do not.
 */
import { mkdir, mkdtemp, copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, prepareBundles, preparePackages, run } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const BENCHES = ['bench-core', 'bench-exchange'];

async function bench(name, folder) {
  const file = `${name}.json`;
  const results = join(folder, file);
  const args = [join(ROOT, 'tools', name, 'run.mjs'), '--json', results];
  const { ok } = await run(process.execPath, [...args, ...(values.quick ? ['--quick'] : [])]);
  if (!ok) process.exitCode = 1;
  else if (values.save) await copyFile(results, join(ROOT, 'docs/figures', file));
}

const folder = await mkdtemp(join(tmpdir(), 'bellwether-figures-'));
try {
  await preparePackages();
  await prepareBundles();
  await mkdir(join(ROOT, 'docs/figures'), { recursive: true });
  for (const name of BENCHES) await bench(name, folder);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
