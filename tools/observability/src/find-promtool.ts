import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir, unpackDebianPackages } from '@bellwether/local-services';

const run = promisify(execFile);

/** Newest first; the second is for a mirror that has lost the first. */
const SUITES = ['trixie', 'bookworm'];
const PATH_IN_PACKAGE = 'usr/bin/promtool';

/**
 * The path of Prometheus' `promtool`: the one on PATH, else the one in the cache, else one taken from the machine's own
 * Debian mirror into the cache. Nothing outside the cache is changed.
 * @throws Error that says how to get one, when none can be had
 */
export async function findPromtool(): Promise<string> {
  const cached = join(cacheDir(), 'promtool');
  for (const candidate of ['promtool', cached]) if (await isUsable(candidate)) return candidate;
  const failures: string[] = [];
  for (const suite of SUITES) {
    try {
      return await install(suite, cached);
    } catch (error) {
      failures.push(`${suite}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const where = 'Put promtool of github.com/prometheus/prometheus on PATH.';
  throw new Error(
    `No promtool was found, and none could be installed:\n${failures.join('\n')}\n${where}`,
  );
}

async function isUsable(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false, // not there, or not for this machine
  );
}

/** Several processes may install at once: each works in a folder of its own, and the rename is atomic. */
async function install(suite: string, target: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-promtool-'));
  try {
    await unpackDebianPackages({ names: ['prometheus'], suite, folder });
    const binary = join(folder, 'files', PATH_IN_PACKAGE);
    if (!(await isUsable(binary))) throw new Error('its promtool does not run here');
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
