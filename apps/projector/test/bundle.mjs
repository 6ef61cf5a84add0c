/** node test/bundle.mjs SOURCE FILE: an app's source in one file, as tools/build.mjs makes it, in a place of the test's own. */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OURS = /^@(bellwether|oxc-project)\//;
const PACKAGE = /^(@[\w.-]+\/)?[a-z\d]/i;

const [source, file] = process.argv.slice(2);
const bundle = await rolldown({
  input: `${ROOT}/apps/${source}`,
  cwd: ROOT,
  platform: 'node',
  tsconfig: 'tsconfig.base.json',
  external: (id) => id.startsWith('node:') || (PACKAGE.test(id) && !OURS.test(id)),
});
await bundle.write({ file, format: 'esm', keepNames: true, codeSplitting: false });
