/**
 * How long an engine takes to serve again:
 *
 *     node dev/bench-restart/run.mjs [--quick] [--json FILE]
 *
 * Writes a large journal to a nats-server of its own, with a snapshot and a tail after it, and starts the built engine
 * on it: from the snapshot, and from the journal's first record. See README.md beside this file.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, prepareBundles, preparePackages } from '../../tools/prepare.mjs';
import { measure } from '../../tools/run-bundle.mjs';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});

try {
  await preparePackages();
  await prepareBundles();
  await measure('dev/bench-restart', [
    '--engine',
    join(ROOT, 'dist/apps/matching-engine/main.js'),
    ...(values.json === undefined ? [] : ['--json', values.json]),
    ...(values.quick ? ['--quick'] : []),
  ]);
} catch (error) {
  console.error(`bench-restart: ${error.message}`);
  process.exitCode = 1;
}
