/**
 * The unmodified clients of others that our stand-ins must satisfy. Each is a package of its own in tools/chain-clients,
 * installed into the cache at the first test that wants it: the main tree stays small.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheDir } from '@bellwether/local-services';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** @returns the folder whose node_modules hold the client, as its lock file says */
export async function installChainClient(name: 'web3' | 'wormhole' | 'jupiter'): Promise<string> {
  const source = join(ROOT, 'tools/chain-clients', name);
  const lock = await readFile(join(source, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(cacheDir(), 'chain-clients', `${name}-${version}`);
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
