/**
 * What an order costs history:
 *
 *     node dev/bench-projector/run.mjs [--quick] [--desks N] [--against NAME=MAIN] [--json FILE]
 *
 * Publishes the same events to one or several builds of the projector, each on a database and a stream of its own, in
 * turns. See README.md beside this file.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, prepareBundles } from '../../tools/prepare.mjs';
import { measure } from '../../tools/run-bundle.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    desks: { type: 'string' },
    against: { type: 'string', multiple: true, default: [] },
    'node-option': { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
  },
});

try {
  await prepareBundles(['projector']);
  await measure('dev/bench-projector', [
    '--projector',
    `this tree=${join(ROOT, 'dist/apps/projector/main.js')}`,
    ...values.against.flatMap((one) => ['--projector', one]),
    ...values['node-option'].map((option) => `--node-option=${option}`),
    ...(values.desks === undefined ? [] : ['--desks', values.desks]),
    ...(values.quick ? ['--orders', '5000', '--rounds', '2'] : []),
    '--json',
    values.json ?? join(ROOT, 'dist/bench/projector.json'),
  ]);
} catch (error) {
  console.error(`bench-projector: ${error.message}`);
  process.exitCode = 1;
}
