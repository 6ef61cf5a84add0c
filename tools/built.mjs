/**
 * What was built last, so that nothing is built, or put back from a cache, where nothing changed: what runs from `dist`
 * meanwhile would find its files gone for a moment. Plain Node, as it runs before there is a package.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = '.cache/built.json';
const CLIENT = 'libs/persistence/src/generated';

/** @typedef {{ targets: string, projects: readonly string[] | undefined }} Wanted `projects`: undefined is all */

/**
 * @param {Wanted} wanted
 * @param {string | null} tree the checkout as it is
 * @returns {boolean} whether all of it was built of that, and is still there
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
 * @param {string | null} tree what the checkout was before it was built
 */
export function saveBuilt(built, tree, root = ROOT) {
  if (tree === null) return;
  const file = join(root, FILE);
  mkdirSync(dirname(file), { recursive: true });
  const { version: node } = process;
  writeFileSync(file, JSON.stringify({ ...built, node, tree, outputs: outputs(root) }));
}

/** Changes where a file of a bundle or of the Prisma client is made, changed or removed. */
function outputs(root) {
  const bundles = subfoldersOf(join(root, 'dist')).flatMap(subfoldersOf);
  const folders = [...bundles, ...bundles.map((path) => join(path, 'chunks')), join(root, CLIENT)];
  return folders.flatMap((path) => [relative(root, path), ...filesIn(path)]).join('\n');
}

/** None of what is not there: the Prisma client is made before any bundle. */
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
