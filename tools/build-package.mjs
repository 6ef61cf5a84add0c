/**
 * Builds a library that others install: `dist/libs/NAME`, ready for `npm publish`.
 *
 * The project's own libraries become part of one ESM file, and of its declarations: the package names none of them.
 * Third-party packages stay external, at the exact versions of the lock file. It is compiled as for a browser, without
 * the types of Node.js: a library that uses any does not build.
 */
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { isPackage, lockedVersions, packageOf, readJson } from './packages.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OURS = /^@bellwether\//;
/** `AbortSignal.any`. */
const OLDEST_NODE = '>=20.3';

export async function buildPackage(project, metadata, target = join(ROOT, 'dist', project)) {
  await rm(target, { recursive: true, force: true });
  const imported = await bundle(join(ROOT, project, 'src/index.ts'), target);
  console.error('bundled; its types follow, which takes longest');
  await declare(project, target);
  const { version, license } = await readJson('package.json');
  const manifest = {
    name: metadata.name,
    version,
    description: metadata.description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: OLDEST_NODE },
    exports: {
      '.': { types: './types/index.d.ts', default: './index.js' },
      './package.json': './package.json',
    },
    files: ['index.js', 'index.js.map', 'types', 'examples', 'README.md'],
    dependencies: await lockedVersions(imported),
  };
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(join(ROOT, project, 'README.md'), join(target, 'README.md'));
  const examples = join(ROOT, project, 'examples');
  if (existsSync(examples)) await cp(examples, join(target, 'examples'), { recursive: true });
}

/** @returns the packages it imports */
async function bundle(input, target) {
  const bundler = await rolldown({
    input,
    cwd: ROOT,
    platform: 'neutral',
    tsconfig: 'tsconfig.base.json',
    external: isPackage,
  });
  const { output } = await bundler.write({
    dir: target,
    entryFileNames: 'index.js',
    format: 'esm',
    sourcemap: true,
    codeSplitting: false,
  });
  const names = new Set(output.flatMap((chunk) => chunk.imports ?? []).map(packageOf));
  return [...names].toSorted((a, b) => (a < b ? -1 : 1));
}

/**
 * Writes the declarations reachable from the index. Each import gets the full path, which every resolver understands.
 */
async function declare(project, target) {
  const entry = join(ROOT, project, 'src/index.ts');
  const { files, options } = emitted(entry);
  const sources = join(ROOT, project, 'src');
  /** A library's `src/a/b.d.ts` is `a/b.d.ts` for the package's own, `NAME/a/b.d.ts` for others. */
  const placeOf = (source) => {
    const own = relative(sources, source);
    return own.startsWith('..') ? relative(join(ROOT, 'libs'), source).replace('/src/', '/') : own;
  };
  const reached = new Set([entry]);
  for (const source of reached) {
    const text = files.get(source);
    if (text === undefined) throw new Error(`no declarations of ${source}`);
    const rewritten = rewriteImports(text, (specifier) => {
      const found = ts.resolveModuleName(specifier, source, options, ts.sys).resolvedModule;
      const isOurs = OURS.test(specifier) || specifier.startsWith('.');
      if (!isOurs) return specifier;
      if (found === undefined) throw new Error(`${source} imports ${specifier}, which is nowhere`);
      const imported = resolve(found.resolvedFileName);
      reached.add(imported);
      const path = posix.relative(dirname(placeOf(source)), placeOf(imported));
      return `${path.startsWith('.') ? '' : './'}${path.replace(/\.ts$/, '.js')}`;
    });
    const place = join(target, 'types', placeOf(source).replace(/\.ts$/, '.d.ts'));
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, rewritten);
  }
}

/** The declarations of everything the entry imports, by source. @throws Error with the compiler's message */
function emitted(entry) {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), (file) =>
    ts.sys.readFile(file),
  );
  const browser = { lib: ['es2023', 'dom', 'dom.iterable'], types: [] };
  const declarations = { noEmit: false, declaration: true, emitDeclarationOnly: true };
  const compilerOptions = { ...config.compilerOptions, ...browser, ...declarations };
  const { options } = ts.parseJsonConfigFileContent(
    { compilerOptions, files: [entry] },
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram([entry], { ...options, stripInternal: true });
  const files = new Map();
  const { diagnostics } = program.emit(undefined, (_, text, __, ___, [source]) =>
    files.set(resolve(source.fileName), text),
  );
  const complaints = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (complaints.length > 0) {
    const host = {
      getCurrentDirectory: () => ROOT,
      getNewLine: () => '\n',
      getCanonicalFileName: String,
    };
    throw new Error(ts.formatDiagnostics(complaints, host));
  }
  return { files, options };
}

function rewriteImports(text, newSpecifier) {
  const { importedFiles } = ts.preProcessFile(text, true, false);
  return importedFiles.toReversed().reduce((rewritten, { fileName, pos }) => {
    const quoted = rewritten.indexOf(fileName, pos);
    const rest = rewritten.slice(quoted + fileName.length);
    return `${rewritten.slice(0, quoted)}${newSpecifier(fileName)}${rest}`;
  }, text);
}
