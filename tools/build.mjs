/**
 * Bundles applications: node tools/build.mjs apps/gateway [tools/local-exchange ...], and builds libs that others install
 * (`metadata.package` in their project.json): node tools/build.mjs libs/client
 *
 * First-party code becomes one ESM file with a source map. Packages stay outside and are listed, at the versions of the
 * lock file, in a package.json beside it: an image installs what its application uses and nothing else. A package that is
 * only loaded by a name made at run time is named in the project's `metadata.runtimeDependencies`; what runs in threads
 * of its own, a file each beside the application's, in `metadata.workers`; what is read at run time, by its name beside
 * the application's file and its place in the checkout, in `metadata.files`.
 */
import { cp, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildPackage } from './build-package.mjs';
import { isPackage, lockedVersions, packageOf, readJson } from './packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
async function build(project) {
  const { metadata = {} } = await readJson(join(project, 'project.json'));
  if (metadata.package !== undefined) return buildPackage(project, metadata.package);
  const target = join(ROOT, 'dist', project);
  await rm(target, { recursive: true, force: true });
  const imported = [];
  for (const entry of ['src/main.ts', ...(metadata.workers ?? [])]) {
    imported.push(...(await bundle(join(ROOT, project, entry), target)));
  }
  for (const [name, place] of Object.entries(metadata.files ?? {})) {
    await cp(join(ROOT, place), join(target, name), { recursive: true });
  }
  const names = new Set([...imported, ...(metadata.runtimeDependencies ?? [])]);
  const manifest = {
    name: basename(project),
    private: true,
    type: 'module',
    dependencies: await lockedVersions([...names].sort((a, b) => (a < b ? -1 : 1))),
  };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** One file; answers the packages it imports. */
async function bundle(input, target) {
  const bundler = await rolldown({
    input,
    cwd: ROOT,
    platform: 'node',
    tsconfig: 'tsconfig.base.json', // aliases, legacy decorators and their metadata
    external: (id) => id.startsWith('node:') || isPackage(id),
  });
  const { output } = await bundler.write({
    dir: target,
    entryFileNames: `${basename(input, extname(input))}.js`,
    format: 'esm',
    sourcemap: true,
    keepNames: true, // Nest finds providers by class, and logs name them
    codeSplitting: false,
  });
  return output
    .flatMap((chunk) => [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])])
    .filter(isPackage)
    .map(packageOf);
}

for (const project of process.argv.slice(2)) await build(project);
