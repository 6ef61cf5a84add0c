/**
 * What a long journal costs:
 *
 *     node dev/bench-growth/run.mjs [--records N] [--day N] [--json FILE]
 *
 * Writes an archive of so many records, makes a journal of it on a nats-server of its own, starts and replaces engines on it,
 * purges it behind a snapshot and makes it anew from there. See README.md beside this file.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, prepareBundles, preparePackages } from '../../tools/prepare.mjs';
import { measure } from '../../tools/run-bundle.mjs';

const { values } = parseArgs({
  options: { records: { type: 'string' }, day: { type: 'string' }, json: { type: 'string' } },
});

try {
  await preparePackages();
  await prepareBundles();
  await measure('dev/bench-growth', [
    '--engine',
    join(ROOT, 'dist/apps/matching-engine/main.js'),
    ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]),
  ]);
} catch (error) {
  console.error(`bench-growth: ${error.message}`);
  process.exitCode = 1;
}
