/**
 * How soon a deposit is seen and credited:
 *
 *     node tools/bench-funding/run.mjs [--json FILE]
 *
 * Starts a local exchange in a folder of its own, sends deposits on both chains, and stops it. See README.md beside this file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePorts, startExchange } from '../e2e/start-exchange.mjs';
import { ROOT, prepareBundles, preparePackages, run } from '../prepare.mjs';

const { values } = parseArgs({
  options: { json: { type: 'string' }, quick: { type: 'boolean', default: false } },
});

async function must(what, args) {
  const { ok } = await run(process.execPath, args);
  if (!ok) throw new Error(`${what} failed`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
let exchange;
try {
  await preparePackages();
  await prepareBundles();
  await must('the build', [join(ROOT, 'tools/build.mjs'), 'tools/bench-funding']);
  const flags = ['--empty', '--no-rate-limits'];
  exchange = await startExchange({ dataDir, port: await freePorts(), flags });
  await must('the measurement', [
    '--enable-source-maps',
    join(ROOT, 'dist/tools/bench-funding/main.js'),
    '--data',
    dataDir,
    ...(values.json === undefined ? [] : ['--json', values.json]),
    ...(values.quick ? ['--quick'] : []),
  ]);
} catch (error) {
  console.error(`bench-funding: ${error.message}`);
  process.exitCode = 1;
} finally {
  await exchange?.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
