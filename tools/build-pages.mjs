/**
 * Builds the web pages into a folder that the gateway serves from: node tools/build-pages.mjs [FOLDER]
 *
 * `metadata.documents` in the pages' project.json lists the documents: each has an entry, style sheets and the paths at
 * which it answers. Documents share chunks, and each is an HTML file without a script or a style of its own. The names
 * of assets contain their hash, so they may be cached for ever. Each file is there three times: plain, for gzip and for
 * brotli. `manifest.json` lists them for the server.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { folderOfPackage, readJson } from './packages.mjs';
import { licencesOf } from './third-party-licences.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = 'apps/web';
/** Modules that only declare: without a use of one it is not needed. */
const PURE = /\/(?:libs|node_modules\/@(?:noble|scure))\//;
const HASH_CHARACTERS = 10;
const TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** @returns the manifest, as it is in manifest.json */
export async function buildPages(target) {
  const { documents } = (await readJson(join(PAGES, 'project.json'))).metadata;
  const output = await bundle(documents);
  const files = new Map();
  for (const chunk of output) files.set(`assets/${chunk.fileName}`, chunk.code);
  const icon = hashed('icon', '.svg', await source('src/components/icon.svg'), files);
  const inside = new Set(output.flatMap(({ moduleIds }) => moduleIds).map(folderOfPackage));
  inside.delete(undefined);
  files.set('licences.txt', await licencesOf([...inside].toSorted(byCharacters)));
  const template = await source('src/document.html');
  const served = [];
  for (const document of documents) {
    const { name, paths, access = 'everybody' } = document;
    const style = hashed(name, '.css', await styleOf(document), files);
    const chunk = output.find((one) => one.isEntry && one.name === name);
    const first = [chunk.fileName, ...importsOf(chunk, output)].map((file) => `assets/${file}`);
    files.set(`${name}.html`, htmlOf(template, document, { icon, style, scripts: first }));
    served.push({ name, file: `${name}.html`, paths, access, first: [style, icon, ...first] });
  }
  return write(target, files, served);
}

async function bundle(documents) {
  const bundler = await rolldown({
    input: Object.fromEntries(documents.map(({ name, entry }) => [name, join(ROOT, PAGES, entry)])),
    cwd: ROOT,
    platform: 'browser',
    tsconfig: join(PAGES, 'tsconfig.json'),
    // A part of the page loads only the part of the SDK that it uses.
    treeshake: { moduleSideEffects: (module) => !PURE.test(module) },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog(level, log, handle) {
      handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
    },
  });
  const { output } = await bundler.generate({
    dir: join(ROOT, 'dist', PAGES),
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundler.close();
  return output.filter(({ type }) => type === 'chunk');
}

const byCharacters = (a, b) => (a < b ? -1 : 1);

/** Every chunk that an entry loads before it runs. */
function importsOf(chunk, output, seen = new Set()) {
  for (const file of chunk.imports) {
    if (seen.has(file)) continue;
    seen.add(file);
    const next = output.find(({ fileName }) => fileName === file);
    if (next !== undefined) importsOf(next, output, seen);
  }
  return [...seen];
}

const source = (path) => readFile(join(ROOT, PAGES, path), 'utf8');

async function styleOf({ styles }) {
  const texts = await Promise.all(
    styles.map((path) =>
      readFile(join(ROOT, path.startsWith('src/') ? PAGES : 'node_modules', path), 'utf8'),
    ),
  );
  return texts
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim();
}

/** Adds an asset under a name with its hash. @returns the name */
function hashed(name, extension, text, files) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARACTERS);
  const path = `assets/${name}-${hash}${extension}`;
  files.set(path, text);
  return path;
}

function htmlOf(template, { title, description }, { icon, style, scripts: [entry, ...others] }) {
  const head = [
    `<link rel="icon" href="/${icon}" type="image/svg+xml" />`,
    `<link rel="stylesheet" href="/${style}" />`,
    ...others.map((file) => `<link rel="modulepreload" href="/${file}" />`),
    `<script type="module" src="/${entry}"></script>`,
  ].join('\n    ');
  return template
    .replace('<!--head-->', head)
    .replaceAll('<!--title-->', title)
    .replaceAll('<!--description-->', description);
}

async function write(target, files, documents) {
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, 'assets'), { recursive: true });
  const listed = [];
  for (const [path, text] of [...files].toSorted(([a], [b]) => byCharacters(a, b))) {
    const bytes = Buffer.from(text);
    const packed = {
      br: brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
      gz: gzipSync(bytes, { level: 9 }),
    };
    await writeFile(join(target, path), bytes);
    for (const [form, content] of Object.entries(packed)) {
      await writeFile(join(target, `${path}.${form}`), content);
    }
    listed.push({
      path,
      type: TYPES[extname(path)],
      hash: createHash('sha256')
        .update(bytes)
        .digest('hex')
        .slice(0, HASH_CHARACTERS * 2),
      bytes: { plain: bytes.length, br: packed.br.length, gz: packed.gz.length },
    });
  }
  const version = createHash('sha256').update(JSON.stringify(listed)).digest('hex');
  const manifest = { version: version.slice(0, HASH_CHARACTERS), documents, files: listed };
  await writeFile(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files } = await buildPages(process.argv[2] ?? join(ROOT, 'dist/apps/gateway/pages'));
  for (const { path, bytes } of files) {
    console.log(
      path.padEnd(36),
      String(bytes.plain).padStart(8),
      String(bytes.br).padStart(7),
      'br',
    );
  }
}
