/**
 * node test/bundle.mjs FOLDER: the engine and its worker, a file each, as tools/build.mjs makes them, in a place of the
 * test's own.
 */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OURS = /^@(bellwether|oxc-project)\//;
const PACKAGE = /^(@[\w.-]+\/)?[a-z\d]/i;

for (const name of ['main', 'signature-worker']) {
  const bundle = await rolldown({
    input: `${ROOT}/apps/matching-engine/src/${name}.ts`,
    cwd: ROOT,
    platform: 'node',
    tsconfig: 'tsconfig.base.json',
    external: (id) => id.startsWith('node:') || (PACKAGE.test(id) && !OURS.test(id)),
  });
  const file = `${process.argv[2]}/${name}.js`;
  await bundle.write({ file, format: 'esm', keepNames: true, codeSplitting: false });
}
