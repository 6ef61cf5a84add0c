/**
 * The whole way of a user's money, on an exchange of its own that ends with it, or on a running one:
 *
 *     npm run demo
 *     npm run demo -- --data .local
 *
 * Ends with 0 only when every amount was right to the micro-USDC. Otherwise the logs stay and their end is shown. See
 * README.md beside this file.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holderOf } from '../local-services/src/folder-holder.mjs';
import { freePorts, startExchange } from '../e2e/start-exchange.mjs';
import { ROOT, prepareExchange, preparePackages, run } from '../../tools/prepare.mjs';
import { demoArguments } from './arguments.mjs';
import { complaintsIn } from './complaints.mjs';

const USAGE = `npm run demo                     on an exchange of its own, which ends with it
npm run demo -- --data FOLDER    on the running one that has its data there`;
const stopped = new AbortController();

async function demo(dataDir) {
  const bundle = join(ROOT, 'dist/dev/demo/main.js');
  const args = ['--enable-source-maps', bundle, '--data', dataDir];
  const { ok } = await run(process.execPath, args, { signal: stopped.signal });
  if (!ok) throw new Error('it did not come to its end, see above');
}

async function onItsOwnExchange() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-demo-'));
  let exchange;
  try {
    console.log('starting an exchange');
    const port = await freePorts();
    exchange = await startExchange({ dataDir, port, signal: stopped.signal });
    await demo(dataDir);
  } catch (error) {
    await exchange?.end('SIGTERM');
    if (stopped.signal.aborted) {
      await rm(dataDir, { recursive: true, force: true });
      throw new Error('stopped', { cause: error });
    }
    if (exchange !== undefined) console.error(`\n${exchange.output().trimEnd()}`);
    await showLogs(dataDir);
    throw error;
  }
  await exchange.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}

/** Said before minutes of building. */
function mustBeRunning(dataDir) {
  const start = `npm start -- --data ${dataDir}`;
  if (!existsSync(join(dataDir, 'exchange.json')))
    throw new Error(`no exchange has its data in ${dataDir}: ${start} makes one`);
  if (holderOf(join(dataDir, 'run', 'supervisor.json')) === null)
    throw new Error(`the exchange of ${dataDir} does not run: ${start} starts it`);
}

async function onRunning(dataDir) {
  try {
    await demo(dataDir);
  } catch (error) {
    if (stopped.signal.aborted) throw new Error('stopped', { cause: error });
    await showLogs(dataDir);
    throw error;
  }
}

async function showLogs(dataDir) {
  const folder = join(dataDir, 'logs');
  if (!existsSync(folder)) return;
  for (const line of await complaintsIn(folder)) console.error(line);
  console.error(`\nthe logs of the exchange are kept: ${folder}`);
}

async function main() {
  const { dataDir, isHelp } = demoArguments(process.argv.slice(2));
  if (isHelp) return console.log(USAGE);
  if (dataDir !== null) mustBeRunning(dataDir);
  await preparePackages();
  await prepareExchange();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopped.abort());
  await (dataDir === null ? onItsOwnExchange() : onRunning(dataDir));
}

try {
  await main();
} catch (error) {
  console.error(`demo: ${error.message}`);
  process.exitCode = 1;
}
