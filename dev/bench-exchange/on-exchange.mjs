/** What the benchmarks of a whole exchange have in common: an empty one in a folder of its own, and a bundle that measures it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, startExchange } from '../e2e/start-exchange.mjs';
import { ROOT, run } from '../../tools/prepare.mjs';

// What the parts can do is measured, not what one user may: a desk sends hundreds of times a user's rate.
const FLAGS = ['--empty', '--no-rate-limits'];

async function must(what, args) {
  const { ok } = await run(process.execPath, args);
  if (!ok) throw new Error(`${what} failed`);
}

/**
 * Runs `dev/<name>` with `--data` of an exchange that it starts and stops; a failure is the exit code.
 * @returns {Promise<boolean>} whether it was measured
 */
export async function measureOnExchange(name, args) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  let exchange;
  try {
    await must('the build', [join(ROOT, 'tools/build.mjs'), `dev/${name}`]);
    console.error(`${name}: starting a local exchange`);
    exchange = await startExchange({ dataDir, port: await freePorts(), flags: FLAGS });
    const bundle = join(ROOT, 'dist/dev', name, 'main.js');
    const program = ['--enable-source-maps', bundle, '--data', dataDir, ...args];
    await must('the measurement', program);
    return true;
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
    return false;
  } finally {
    await exchange?.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}
