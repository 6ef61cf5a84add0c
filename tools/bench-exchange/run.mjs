/**
 * The benchmark of the whole way of an order:
 *
 *     node tools/bench-exchange/run.mjs [--quick] [--only orders|reads|streams|cancels] [--json FILE]
 *
 * Starts a local exchange in a folder of its own (the applications must be built: `npm run bench` sees to that),
 * measures it from outside, and stops it. See README.md beside this file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, run } from '../prepare.mjs';
import { freePorts, startExchange } from '../e2e/start-exchange.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});

async function must(what, args) {
  const { ok } = await run(process.execPath, args);
  if (!ok) throw new Error(`${what} failed`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
let exchange;
try {
  await must('the build', [join(ROOT, 'tools/build.mjs'), 'tools/bench-exchange']);
  console.error('bench-exchange: starting a local exchange');
  // What the parts can do is measured, not what one user may: a desk sends hundreds of times a user's rate.
  const flags = ['--empty', '--no-rate-limits'];
  exchange = await startExchange({ dataDir, port: await freePorts(), flags });
  await must('the measurement', [
    '--enable-source-maps',
    join(ROOT, 'dist/tools/bench-exchange/main.js'),
    '--data',
    dataDir,
    '--json',
    values.json,
    ...(values.quick ? ['--quick'] : []),
    ...(values.only === undefined ? [] : ['--only', values.only]),
  ]);
} catch (error) {
  console.error(`bench-exchange: ${error.message}`);
  process.exitCode = 1;
} finally {
  await exchange?.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
