import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from './cache-dir';

const run = promisify(execFile);

/**
 * Packages of others that only a test needs, as their lock file says, installed into the cache by the first test that wants
 * them: the main tree stays small.
 * @param source a folder with `package.json` and `package-lock.json`
 * @param kind the folder in the cache
 * @returns the folder whose node_modules hold them
 * @throws Error where npm cannot install them
 */
export async function installPackages(source: string, kind: string): Promise<string> {
  const lock = await readFile(join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(cacheDir(), kind, `${basename(source)}-${version}`);
  if (await exists(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    await copyFile(join(source, file), join(unfinished, file));
  }
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: unfinished });
  try {
    await rename(unfinished, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error; // else another test was faster
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
