import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache-dir';
import { unpackDebianPackages } from './debian-package';
import { isAtLeast, parseVersion } from './version';

const run = promisify(execFile);

/** The first release whose file store keeps what `sync_interval: always` promises and whose compare-and-set holds. */
const OLDEST_VERSION = '2.10.27';
/** Newest first; the later ones are for a libc that sid's build has outgrown. */
const SUITES = ['sid', 'forky', 'trixie'];
const PATH_IN_PACKAGE = 'usr/sbin/nats-server';

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
  const cached = join(cacheDir(), 'nats-server');
  for (const candidate of ['nats-server', cached]) if (await isUsable(candidate)) return candidate;
  const failures: string[] = [];
  for (const suite of SUITES) {
    try {
      return await install(suite, cached);
    } catch (error) {
      failures.push(`${suite}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(howToGetOne(failures));
}

async function isUsable(command: string): Promise<boolean> {
  try {
    const { stdout } = await run(command, ['--version']);
    return isAtLeast(parseVersion(stdout), parseVersion(OLDEST_VERSION));
  } catch {
    return false; // not there, or not for this machine
  }
}

/** Several processes may install at once: each works in a folder of its own, and the rename is atomic. */
async function install(suite: string, target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-nats-'));
  try {
    await unpackDebianPackages({ names: ['nats-server'], suite, folder });
    const binary = join(folder, 'files', PATH_IN_PACKAGE);
    if (!(await isUsable(binary)))
      throw new Error('its nats-server does not run here, or is too old');
    await mkdir(cacheDir(), { recursive: true });
    const complete = `${target}.${process.pid}`;
    await copyFile(binary, complete); // the temporary folder may be on another file system
    await chmod(complete, 0o755);
    await rename(complete, target);
    return target;
  } finally {
    await rm(folder, { recursive: true, force: true });
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
