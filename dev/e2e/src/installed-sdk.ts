/** The SDK as its users have it: the built package in the `node_modules` of a folder, with what its examples import. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export async function installSdkIn(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  for (const [name, place] of [
    ['@bellwether/client', 'dist/libs/client'],
    ['ws', 'node_modules/ws'],
  ] as const) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(join(ROOT, place), join(modules, name));
  }
}

/** @returns the path of a copy of an example, beside the installed SDK */
export async function exampleIn(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await readFile(join(ROOT, 'libs/client/examples', name), 'utf8'));
  return path;
}
