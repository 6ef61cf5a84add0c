import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir, unpackDebianPackages } from '@bellwether/local-services';

const run = promisify(execFile);

/** Newest first; the later one is for a libc that sid's build has outgrown. */
const SUITES = ['sid', 'forky'];
const PATH_IN_PACKAGE = 'usr/bin/kustomize';

export interface Kustomize {
  readonly command: string;
  /** Before the folder. */
  readonly args: readonly string[];
}

/**
 * The real kustomize: the one on PATH, kubectl's, the one in the cache, else one taken from the machine's own Debian mirror
 * into the cache.
 * @throws Error that says how to get one, when none can be had
 */
export async function findKustomize(): Promise<Kustomize> {
  const cached = join(cacheDir(), 'kustomize');
  const candidates: readonly (readonly [Kustomize, readonly string[]])[] = [
    [{ command: 'kustomize', args: ['build'] }, ['version']],
    [{ command: cached, args: ['build'] }, ['version']],
    [{ command: 'kubectl', args: ['kustomize'] }, ['version', '--client']],
  ];
  for (const [kustomize, asks] of candidates) {
    if (await runs(kustomize.command, asks)) return kustomize;
  }
  const failures: string[] = [];
  for (const suite of SUITES) {
    try {
      await install(suite, cached);
      return { command: cached, args: ['build'] };
    } catch (error) {
      failures.push(`${suite}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `No kustomize was found on PATH or in ${cacheDir()}, no kubectl either, and none could be installed:\n` +
      `${failures.join('\n')}\nPut kustomize 5 or kubectl on PATH.`,
  );
}

const runs = (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, [...args]).then(
    () => true,
    () => false,
  );

/** Several processes may install at once: each works in a folder of its own, and the rename is atomic. */
async function install(suite: string, target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-kustomize-'));
  try {
    await unpackDebianPackages({ names: ['kustomize'], suite, folder });
    const binary = join(folder, 'files', PATH_IN_PACKAGE);
    if (!(await runs(binary, ['version']))) throw new Error('its kustomize does not run here');
    await mkdir(cacheDir(), { recursive: true });
    const complete = `${target}.${process.pid}`;
    await copyFile(binary, complete); // the temporary folder may be on another file system
    await chmod(complete, 0o755);
    await rename(complete, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
