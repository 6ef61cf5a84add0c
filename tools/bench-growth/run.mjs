/**
 * What a long journal costs:
 *
 *     node tools/bench-growth/run.mjs [--records N] [--day N] [--json FILE]
 *
 * Writes an archive of so many records, makes a journal of it on a nats-server of its own, starts and replaces engines on it,
 * purges it behind a snapshot and makes it anew from there. See README.md beside this file.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, prepareBundles, preparePackages } from '../prepare.mjs';
import { measure } from '../run-bundle.mjs';

const { values } = parseArgs({
  options: { records: { type: 'string' }, day: { type: 'string' }, json: { type: 'string' } },
});

try {
  await preparePackages();
  await prepareBundles();
  await measure('bench-growth', [
    '--engine',
    join(ROOT, 'dist/apps/matching-engine/main.js'),
    ...Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]),
  ]);
} catch (error) {
  console.error(`bench-growth: ${error.message}`);
  process.exitCode = 1;
}
