/**
 * The benchmark of the exchange's core:
 *
 *     node dev/bench-core/run.mjs [--quick] [--json FILE]
 *
 * Bundles the tool and what it measures as an app is bundled, then runs it. See README.md beside this file.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = join(ROOT, 'dist/bench-core');

const bundle = await rolldown({
  input: {
    main: 'dev/bench-core/src/main.ts',
    measure: 'dev/bench-core/src/measure.ts',
    'measure-state': 'dev/bench-core/src/measure-state.ts',
  },
  cwd: ROOT,
  platform: 'node',
  tsconfig: 'tsconfig.base.json',
  external: ['nodejs-order-book'],
});
await bundle.write({
  dir: TARGET,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name].mjs',
});
await import(pathToFileURL(join(TARGET, 'main.mjs')).href);
