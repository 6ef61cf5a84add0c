/**
 * Bundles applications: node tools/build.mjs apps/gateway [dev/local-exchange ...], and builds libs that others install
 * (`metadata.package` in their project.json): node tools/build.mjs libs/client
 *
 * Our code becomes one ESM file with a source map, and the packages that it uses are files in `chunks` beside it: a start
 * reads a few files, not a thousand modules. Only what a file cannot hold stays a package: a native addon, and what is
 * loaded by a name made at run time, which the project's `metadata.runtimeDependencies` names. A package.json beside the
 * bundle lists those at the versions of the lock file, THIRD_PARTY_LICENSES.txt the licences of what is inside. What runs
 * in threads or processes of its own, a file each beside the application's, is in `metadata.workers`; what is read at run
 * time, by its name beside the application's file and its place in the checkout, in `metadata.files`.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildPackage } from './build-package.mjs';
import { folderOfPackage, isNative, lockedVersions, packageOf, readJson } from './packages.mjs';
import { licencesOf } from './third-party-licences.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
async function build(project) {
  const { metadata = {} } = await readJson(join(project, 'project.json'));
  if (metadata.package !== undefined) return buildPackage(project, metadata.package);
  const target = join(ROOT, 'dist', project);
  const sources = ['src/main.ts', ...(metadata.workers ?? [])];
  const output = await bundle(
    sources.map((source) => join(ROOT, project, source)),
    target,
  );
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, 'chunks'), { recursive: true });
  await Promise.all(filesOf(output).map(([name, text]) => writeFile(join(target, name), text)));
  for (const [name, place] of Object.entries(metadata.files ?? {})) {
    await cp(join(ROOT, place), join(target, name), { recursive: true });
  }
  const imported = output.flatMap(({ imports = [] }) => imports.filter(isNative).map(packageOf));
  const names = new Set([...imported, ...(metadata.runtimeDependencies ?? [])]);
  const manifest = {
    name: basename(project),
    private: true,
    type: 'module',
    dependencies: await lockedVersions([...names].toSorted(byCharacters)),
  };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const inside = new Set(output.flatMap(modulesOf).map(folderOfPackage));
  inside.delete(undefined);
  const licences = await licencesOf([...inside].toSorted(byCharacters));
  await writeFile(join(target, 'THIRD_PARTY_LICENSES.txt'), licences);
}

const byCharacters = (a, b) => (a < b ? -1 : 1);
const modulesOf = ({ moduleIds = [] }) => moduleIds;
const isOfPackage = (module) => folderOfPackage(module) !== undefined;

/** What each source becomes, a file of its name, and what they have in common. */
async function bundle(sources, target) {
  const bundler = await rolldown({
    input: Object.fromEntries(sources.map((path) => [basename(path, extname(path)), path])),
    cwd: ROOT,
    platform: 'node',
    tsconfig: 'tsconfig.base.json', // aliases, legacy decorators and their metadata
    external: isNative,
    preserveEntrySignatures: false, // nobody imports an application
    onLog(level, log, handle) {
      const isUnresolved = log.code === 'UNRESOLVED_IMPORT';
      // What a package could use and we have not installed: not there at run time either, as the package expects.
      if (isUnresolved && isOfPackage(log.id ?? '')) return;
      handle(isUnresolved ? 'error' : level, log);
    },
  });
  const packages = { name: 'packages', test: isOfPackage, entriesAware: true };
  const { output } = await bundler.generate({
    dir: target,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[hash].js',
    format: 'esm',
    sourcemap: 'hidden',
    keepNames: true, // Nest finds providers by class, and logs name them
    codeSplitting: { groups: [packages] },
  });
  await bundler.close();
  return output;
}

/**
 * Text by file name. Node parses a map as soon as it loads the file that names it: with the maps of packages, a start takes
 * a fifth longer, so only our code has one. In a package, the comment above a line names its module.
 */
function filesOf(output) {
  const maps = new Map(output.map(({ fileName, source }) => [fileName, source]));
  return output
    .filter(({ type }) => type === 'chunk')
    .flatMap((chunk) => {
      const { fileName, code } = chunk;
      const map = `${fileName}.map`;
      if (!maps.has(map) || modulesOf(chunk).every(isOfPackage)) return [[fileName, code]];
      return [
        [fileName, `${code}\n//# sourceMappingURL=${basename(map)}\n`],
        [map, maps.get(map)],
      ];
    });
}

for (const project of process.argv.slice(2)) await build(project);
