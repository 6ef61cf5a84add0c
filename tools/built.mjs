/**
 * Records the last build, so that nothing is built, or restored from a cache, if nothing changed: otherwise programs
 * running from `dist` would miss their files for a moment. Plain Node, as it runs before any package is installed.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = '.cache/built.json';
const CLIENT = 'libs/persistence/src/generated';

/** @typedef {{ targets: string, projects: readonly string[] | undefined }} Wanted `projects`: undefined means all */

/**
 * @param {Wanted} wanted
 * @param {string | null} tree the checkout as it is
 * @returns {boolean} true if all of it was built from that tree, and still exists
 */
export function isBuilt({ targets, projects }, tree, root = ROOT) {
  if (tree === null) return false;
  try {
    const built = JSON.parse(readFileSync(join(root, FILE), 'utf8'));
    const has = (wanted, done) => wanted.every((one) => done.includes(one));
    return (
      has(targets.split(','), built.targets.split(',')) &&
      (built.projects === undefined || (projects !== undefined && has(projects, built.projects))) &&
      built.node === process.version &&
      built.tree === tree &&
      built.outputs === outputs(root)
    );
  } catch {
    return false; // never built
  }
}

/**
 * @param {Wanted} built
 * @param {string | null} tree the checkout before it was built
 */
export function saveBuilt(built, tree, root = ROOT) {
  if (tree === null) return;
  const file = join(root, FILE);
  mkdirSync(dirname(file), { recursive: true });
  const { version: node } = process;
  writeFileSync(file, JSON.stringify({ ...built, node, tree, outputs: outputs(root) }));
}

/** Changes if a file of a bundle or of the Prisma client is created, changed or removed. */
function outputs(root) {
  const bundles = subfoldersOf(join(root, 'dist')).flatMap(subfoldersOf);
  const folders = [...bundles, ...bundles.map((path) => join(path, 'chunks')), join(root, CLIENT)];
  return folders.flatMap((path) => [relative(root, path), ...filesIn(path)]).join('\n');
}

/** Empty for a missing folder: the Prisma client is generated before any bundle. */
const subfoldersOf = (folder) =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

const filesIn = (folder) =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map(({ name }) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .toSorted();
