/** Which imports are third-party packages, which of those cannot be bundled, and their locked versions. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The project's own, and the decorator helpers that the compiler imports. */
const BUNDLED = /^@(bellwether|oxc-project)\//;
const BARE_SPECIFIER = /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?:\/|$)/i;
/** They load machine code from a file beside their own. */
const NATIVE = ['litesvm', 'sodium-native'];
const FOLDER_OF_PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

export const isPackage = (id) => BARE_SPECIFIER.test(id) && !BUNDLED.test(id);

export const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

export const isNative = (id) => NATIVE.includes(packageOf(id));

/** The folder of a module's package; undefined for the project's own modules. */
export const folderOfPackage = (module) =>
  FOLDER_OF_PACKAGE.exec(module.replaceAll('\\', '/'))?.[0];

export const readJson = async (path) => JSON.parse(await readFile(join(ROOT, path), 'utf8'));

export async function lockedVersions(names) {
  const { packages } = await readJson('package-lock.json');
  const versions = names.map((name) => {
    const locked = packages[`node_modules/${name}`];
    if (locked === undefined) throw new Error(`${name} is imported but not in package-lock.json`);
    return [name, locked.version];
  });
  return Object.fromEntries(versions);
}
