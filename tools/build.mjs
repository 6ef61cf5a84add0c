/**
 * Bundles applications: node tools/build.mjs apps/gateway [tools/local-exchange ...]
 *
 * First-party code becomes one ESM file with a source map. Packages stay outside and are listed, at the versions of the
 * lock file, in a package.json beside it: an image installs what its application uses and nothing else. A package that is
 * only loaded by a name made at run time is named in the project's `metadata.runtimeDependencies`; what runs in threads
 * of its own, a file each beside the application's, in `metadata.workers`.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Ours, and the decorator helpers that the compiler itself imports. */
const BUNDLED = /^@(bellwether|oxc-project)\//;
const BARE_SPECIFIER = /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?:\/|$)/i;

const isPackage = (id) => BARE_SPECIFIER.test(id) && !BUNDLED.test(id);
const readJson = async (path) => JSON.parse(await readFile(join(ROOT, path), 'utf8'));

const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

async function build(project) {
  const target = join(ROOT, 'dist', project);
  await rm(target, { recursive: true, force: true });
  const { metadata = {} } = await readJson(join(project, 'project.json'));
  const imported = [];
  for (const entry of ['src/main.ts', ...(metadata.workers ?? [])]) {
    imported.push(...(await bundle(join(ROOT, project, entry), target)));
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

async function lockedVersions(names) {
  const { packages } = await readJson('package-lock.json');
  const versions = names.map((name) => {
    const locked = packages[`node_modules/${name}`];
    if (locked === undefined) throw new Error(`${name} is imported but not in package-lock.json`);
    return [name, locked.version];
  });
  return Object.fromEntries(versions);
}

for (const project of process.argv.slice(2)) await build(project);
