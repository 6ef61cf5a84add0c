/**
 * What the end of a large market costs:
 *
 *     node dev/bench-resolution/run.mjs [--holders N] [--json FILE]
 *
 * Gives so many users a contract of one market, resolves it on an engine, a projector and a gateway with the memory of their
 * manifests, and trades beside it. See README.md beside this file.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, prepareBundles, preparePackages } from '../../tools/prepare.mjs';
import { measure } from '../../tools/run-bundle.mjs';

const { values } = parseArgs({
  options: { holders: { type: 'string' }, json: { type: 'string' } },
});

try {
  await preparePackages();
  await prepareBundles();
  await measure('dev/bench-resolution', [
    '--apps',
    join(ROOT, 'dist/apps'),
    ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]),
  ]);
} catch (error) {
  console.error(`bench-resolution: ${error.message}`);
  process.exitCode = 1;
}
