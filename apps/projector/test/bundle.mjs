/** node test/bundle.mjs FILE: the projector in one file, as tools/build.mjs makes it, in a place of the test's own. */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OURS = /^@(bellwether|oxc-project)\//;
const PACKAGE = /^(@[\w.-]+\/)?[a-z\d]/i;

const bundle = await rolldown({
  input: `${ROOT}/apps/projector/src/main.ts`,
  cwd: ROOT,
  platform: 'node',
  tsconfig: 'tsconfig.base.json',
  external: (id) => id.startsWith('node:') || (PACKAGE.test(id) && !OURS.test(id)),
});
await bundle.write({ file: process.argv[2], format: 'esm', keepNames: true, codeSplitting: false });
