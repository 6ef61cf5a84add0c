/**
 * The whole way of a user's money, on an exchange of its own that ends with it, or on a running one:
 *
 *     npm run demo
 *     npm run demo -- --data .local
 *
 * Ends with 0 only when every amount was right to the micro-USDC. See README.md beside this file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePorts, startExchange } from '../e2e/start-exchange.mjs';
import { ROOT, prepareBundles, preparePackages, run } from '../prepare.mjs';

const { values } = parseArgs({ options: { data: { type: 'string' } } });

async function demo(dataDir) {
  const bundle = join(ROOT, 'dist/tools/demo/main.js');
  const { ok } = await run(process.execPath, ['--enable-source-maps', bundle, '--data', dataDir]);
  if (!ok) process.exitCode = 1;
}

async function onItsOwnExchange() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-demo-'));
  let exchange;
  try {
    console.log('starting an exchange');
    exchange = await startExchange({ dataDir, port: await freePorts() });
    await demo(dataDir);
  } finally {
    await exchange?.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

try {
  await preparePackages();
  await prepareBundles();
  const { ok } = await run(process.execPath, [join(ROOT, 'tools/build.mjs'), 'tools/demo']);
  if (!ok) throw new Error('the build failed');
  if (values.data === undefined) await onItsOwnExchange();
  else await demo(values.data);
} catch (error) {
  console.error(`demo: ${error.message}`);
  process.exitCode = 1;
}
