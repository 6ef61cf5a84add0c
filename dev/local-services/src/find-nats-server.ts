import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cacheDir } from './cache-dir';
import { installProgram, programInCache } from './install-program';
import { isAtLeast, parseVersion } from './version';

const run = promisify(execFile);

/** The first release whose file store keeps what `sync_interval: always` promises and whose compare-and-set holds. */
const OLDEST_VERSION = '2.10.27';
/** Newest first; the later ones are for a libc that sid's build has outgrown. */
const SUITES = ['sid', 'forky', 'trixie'];

let found: Promise<string> | undefined;

/**
 * The path of a nats-server of at least 2.10.27: the one on PATH, else the one in the cache, else one taken from the
 * machine's own Debian mirror into the cache. Nothing outside the cache is changed.
 * @throws Error that says how to get one, when none can be had
 */
export function findNatsServer(): Promise<string> {
  found ??= search().catch((error: unknown) => {
    found = undefined;
    throw error;
  });
  return found;
}

async function search(): Promise<string> {
  for (const candidate of ['nats-server', programInCache('nats-server')]) {
    if (await isUsable(candidate)) return candidate;
  }
  return installProgram({
    name: 'nats-server',
    packageName: 'nats-server',
    pathInPackage: 'usr/sbin/nats-server',
    suites: SUITES,
    isUsable,
    howToGetOne,
  });
}

async function isUsable(command: string): Promise<boolean> {
  try {
    const { stdout } = await run(command, ['--version']);
    return isAtLeast(parseVersion(stdout), parseVersion(OLDEST_VERSION));
  } catch {
    return false; // not there, or not for this machine
  }
}

const howToGetOne = (
  failures: readonly string[],
): string => `No nats-server of at least ${OLDEST_VERSION} was found on PATH or in ${cacheDir()},
and none could be installed:
${failures.map((failure) => `  ${failure.trim()}`).join('\n')}
How to get one:
  macOS                  brew install nats-server
  Debian 13, Ubuntu 26   apt-get install nats-server
  Windows                use WSL with one of the above
  elsewhere              download a release of github.com/nats-io/nats-server and put it on PATH
`;
