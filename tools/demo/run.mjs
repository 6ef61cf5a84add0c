/**
 * The whole way of a user's money, on an exchange of its own that ends with it, or on a running one:
 *
 *     npm run demo
 *     npm run demo -- --data .local
 *
 * Ends with 0 only when every amount was right to the micro-USDC. Where it was not, the logs are kept and the end of them
 * is shown. See README.md beside this file.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePorts, startExchange } from '../e2e/start-exchange.mjs';
import { ROOT, prepareExchange, preparePackages, run } from '../prepare.mjs';
import { complaintsIn } from './complaints.mjs';

const { values } = parseArgs({ options: { data: { type: 'string' } } });

async function demo(dataDir) {
  const bundle = join(ROOT, 'dist/tools/demo/main.js');
  const { ok } = await run(process.execPath, ['--enable-source-maps', bundle, '--data', dataDir]);
  if (!ok) throw new Error('it did not come to its end, see above');
}

async function onItsOwnExchange() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-demo-'));
  let exchange;
  try {
    console.log('starting an exchange');
    exchange = await startExchange({ dataDir, port: await freePorts() });
    await demo(dataDir);
  } catch (error) {
    await exchange?.end('SIGTERM');
    if (exchange !== undefined) console.error(`\n${exchange.output().trimEnd()}`);
    await showLogs(dataDir);
    throw error;
  }
  await exchange.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}

async function showLogs(dataDir) {
  const folder = join(dataDir, 'logs');
  if (!existsSync(folder)) return;
  for (const line of await complaintsIn(folder)) console.error(line);
  console.error(`\nthe logs of the exchange are kept: ${folder}`);
}

try {
  await preparePackages();
  await prepareExchange();
  if (values.data === undefined) await onItsOwnExchange();
  else
    await demo(values.data).catch((error) =>
      showLogs(values.data).then(() => Promise.reject(error)),
    );
} catch (error) {
  console.error(`demo: ${error.message}`);
  process.exitCode = 1;
}
