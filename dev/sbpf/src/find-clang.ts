import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir, unpackDebianPackages } from '@bellwether/local-services';
import { BuildError } from './build-error';

const run = promisify(execFile);

/** Builds are the same bytes with the same compiler, so it is this one and no other. */
export const CLANG_VERSION = '14.0.6';
/** The Debian release that has it. */
const SUITE = 'bookworm';
const BINARY = 'usr/lib/llvm-14/bin/clang';
/** clang-14 and what its binary loads beyond the C and C++ libraries that every Debian has. */
const PACKAGES = [
  'clang-14',
  'libclang-cpp14',
  'libllvm14',
  'libz3-4',
  'libxml2',
  'libicu72',
  'libedit2',
  'libbsd0',
  'libmd0',
  'libtinfo6',
];

export interface Clang {
  readonly command: string;
  /** Folders of the libraries that came with it; none where the system's own serve. */
  readonly libraryFolders: readonly string[];
}

/**
 * clang 14.0.6: the one on PATH, else the one in the cache, else Debian's, unpacked into the cache from the machine's own
 * mirror. Nothing outside the cache is changed.
 * @throws BuildError that says how to get it, when it cannot be had
 */
export async function findClang(): Promise<Clang> {
  for (const command of ['clang-14', 'clang']) {
    const onPath: Clang = { command, libraryFolders: [] };
    if (await isUsable(onPath)) return onPath;
  }
  const folder = join(cacheDir(), `clang-${CLANG_VERSION}`);
  const cached = await unpacked(folder);
  if (await isUsable(cached)) return cached;
  try {
    await install(folder);
  } catch (error) {
    throw new BuildError(howToGetIt(error instanceof Error ? error.message : String(error)));
  }
  return unpacked(folder);
}

/**
 * Runs it, with the libraries that came with it.
 * @returns what it printed on stdout
 * @throws the error of `execFile`, with its `stderr`
 */
export async function runClang(clang: Clang, args: readonly string[]): Promise<string> {
  const { command, libraryFolders } = clang;
  // `env` and not our own environment with a change: that is for an application's `main.ts` to read.
  const [file, ...before] =
    libraryFolders.length === 0
      ? [command]
      : ['env', `LD_LIBRARY_PATH=${libraryFolders.join(':')}`, command];
  const { stdout } = await run(file, [...before, ...args]);
  return stdout;
}

async function isUsable(clang: Clang): Promise<boolean> {
  try {
    const stdout = await runClang(clang, ['--version']);
    return new RegExp(`clang version ${CLANG_VERSION.replaceAll('.', '\\.')}\\b`).test(stdout);
  } catch {
    return false; // not there, or not for this machine
  }
}

async function unpacked(folder: string): Promise<Clang> {
  const libraries = join(folder, 'usr', 'lib');
  const entries = await readdir(libraries).catch(() => []);
  const triples = entries.filter((name) => /^\w+-linux-gnu/.test(name));
  const ofRoot = await readdir(join(folder, 'lib')).catch(() => []);
  return {
    command: join(folder, BINARY),
    libraryFolders: [
      ...triples.map((triple) => join(libraries, triple)),
      ...ofRoot.map((triple) => join(folder, 'lib', triple)),
    ],
  };
}

/** Several processes may install at once: each works in a folder of its own, and the rename is atomic. */
async function install(target: string): Promise<void> {
  await mkdir(cacheDir(), { recursive: true });
  const folder = await mkdtemp(`${target}.`);
  try {
    await unpackDebianPackages({ names: PACKAGES, suite: SUITE, folder });
    const files = join(folder, 'files');
    if (!(await isUsable(await unpacked(files)))) throw new Error('its clang does not run here');
    await rename(files, target).catch(async (error: unknown) => {
      if (!(await isUsable(await unpacked(target)))) throw error; // else another process was first
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const howToGetIt = (
  reason: string,
): string => `No clang ${CLANG_VERSION} was found on PATH or in ${cacheDir()},
and none could be installed:
  ${reason.trim()}
How to get it:
  Debian 12      apt-get install clang-14
  macOS          brew install llvm@14, and its bin on PATH
  elsewhere      a release ${CLANG_VERSION} of github.com/llvm/llvm-project, its bin on PATH
`;
