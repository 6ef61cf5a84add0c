/** One exchange for all specs of a suite, empty, in a folder that mkdtemp made (0700): they find it by the environment. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, removeUnlessKept, startExchange } from './start-exchange.mjs';

/** A deposit waits for some eight finalities one after the other: with a quarter of the slot a second each. */
const QUICK_CHAINS = ['--slot-ms', '50', '--blocks', 'on-demand'];

/**
 * @param name part of the folder's name
 * @param variable of the environment that says where it is; suites may run beside each other
 * @returns a global setup of vitest
 */
export const exchangeOfSuite = (name, variable) =>
  async function setUp() {
    const dataDir = await mkdtemp(join(tmpdir(), `bellwether-${name}-`));
    const exchange = await startExchange({
      dataDir,
      port: await freePorts(),
      flags: ['--empty', ...QUICK_CHAINS],
    });
    process.env[variable] = dataDir;
    return async () => {
      await exchange.end('SIGTERM');
      await removeUnlessKept(dataDir);
    };
  };
