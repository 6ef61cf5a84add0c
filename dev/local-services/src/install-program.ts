import { access, chmod, constants, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from './cache-dir';
import { unpackDebianPackages } from './debian-package';

export interface DebianProgram {
  readonly name: string;
  readonly packageName: string;
  /** e.g. `usr/bin/promtool`. */
  readonly pathInPackage: string;
  /** Tried in this order. */
  readonly suites: readonly string[];
  /** Whether the program at this path, or of this name on PATH, runs here and is new enough. */
  readonly isUsable: (command: string) => Promise<boolean>;
  /** What is thrown says it, with a line of failure a suite. */
  readonly howToGetOne: (failures: readonly string[]) => string;
}

/** Where a program lies once it is installed. */
export const programInCache = (name: string): string => join(cacheDir(), name);

/**
 * Takes a program from the machine's own Debian mirror into the cache; nothing outside the cache is changed.
 * @returns its path
 * @throws Error that says how to get one, where no suite has one that is of use; the system's where the cache cannot be written
 */
export async function installProgram(program: DebianProgram): Promise<string> {
  await mkdir(cacheDir(), { recursive: true });
  await access(cacheDir(), constants.W_OK); // before anything is fetched that could not be kept
  const failures: string[] = [];
  for (const suite of program.suites) {
    try {
      return await installFrom(suite, program);
    } catch (error) {
      failures.push(`${suite}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(program.howToGetOne(failures));
}

/** Several processes may install at once: each works in a folder of its own, and the rename is atomic. */
async function installFrom(suite: string, program: DebianProgram): Promise<string> {
  const { name, packageName, pathInPackage, isUsable } = program;
  const target = programInCache(name);
  const folder = await mkdtemp(join(tmpdir(), `bellwether-${name}-`));
  try {
    await unpackDebianPackages({ names: [packageName], suite, folder });
    const binary = join(folder, 'files', pathInPackage);
    if (!(await isUsable(binary))) throw new Error(`its ${name} does not run here, or is too old`);
    const complete = `${target}.${process.pid}`;
    await copyFile(binary, complete); // the temporary folder may be on another file system
    await chmod(complete, 0o755);
    await rename(complete, target);
    return target;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
