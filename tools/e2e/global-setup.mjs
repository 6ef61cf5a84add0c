/** One exchange for the whole suite, empty, in a folder that mkdtemp made (0700): the tests find it by the environment. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, removeUnlessKept, startExchange } from './start-exchange.mjs';

/** A deposit waits for some eight finalities one after the other: with a quarter of the slot a second each. */
const QUICK_CHAINS = ['--slot-ms', '50', '--blocks', 'on-demand'];

export default async function setUp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwether-e2e-'));
  const exchange = await startExchange({
    dataDir,
    port: await freePorts(),
    flags: ['--empty', ...QUICK_CHAINS],
  });
  process.env.BELLWETHER_E2E_DATA = dataDir;
  return async () => {
    await exchange.end('SIGTERM');
    await removeUnlessKept(dataDir);
  };
}
