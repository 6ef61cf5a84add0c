/**
 * Bundles applications: node tools/build.mjs apps/gateway [dev/local-exchange ...], and builds libraries that others
 * install (`metadata.package` in their project.json): node tools/build.mjs libs/client
 *
 * The project's code becomes one ESM file with a source map, and the packages it uses become files in `chunks` beside
 * it: a start reads a few files, not a thousand modules. Only what cannot be in a bundle stays a package: native
 * addons, and packages loaded by a name computed at run time, which the project's `metadata.runtimeDependencies` lists.
 * A package.json beside the bundle lists these at the versions of the lock file; THIRD_PARTY_LICENSES.txt has the
 * licences of what is inside. `metadata.workers` lists code that runs in its own threads or processes, one file each
 * beside the application's; `metadata.files` lists files read at run time, by their name beside the application's file
 * and their path in the checkout; `metadata.pages` names the folder that gets the web pages.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildPackage } from './build-package.mjs';
import { buildPages } from './build-pages.mjs';
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
  if (metadata.pages !== undefined) await buildPages(join(target, metadata.pages));
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

/** Bundles each source into a file of its name, plus what they share. */
async function bundle(sources, target) {
  const bundler = await rolldown({
    input: Object.fromEntries(sources.map((path) => [basename(path, extname(path)), path])),
    cwd: ROOT,
    platform: 'node',
    tsconfig: 'tsconfig.base.json', // aliases, legacy decorators and their metadata
    external: isNative,
    preserveEntrySignatures: false, // an application has no importers
    onLog(level, log, handle) {
      const isUnresolved = log.code === 'UNRESOLVED_IMPORT';
      // An optional dependency that is not installed: missing at run time too, as the package expects.
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
 * Text by file name. Node parses a source map as soon as it loads the file that names it: with maps of packages, a
 * start takes a fifth longer, so only the project's own code has one. In a package's file, the comment above a line
 * names its module.
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

for (const project of process.argv.slice(2)) {
  const startedMs = performance.now();
  console.error(`building ${project}`);
  await build(project);
  console.error(
    `built dist/${project} (${((performance.now() - startedMs) / 1_000).toFixed(1)} s)`,
  );
}
