/**
 * The benchmark of the whole way of an order:
 *
 *     node dev/bench-exchange/run.mjs [--quick] [--only orders|reads|streams|paces|growth|cancels] [--json FILE]
 *     node dev/bench-exchange/run.mjs --only paces --seconds 600     ten minutes at 75 % of the capacity
 *
 * Starts a local exchange in a folder of its own (the applications must be built: `npm run bench` sees to that),
 * measures it from outside, and stops it. See README.md beside this file.
 */
import { parseArgs } from 'node:util';
import { measureOnExchange } from './on-exchange.mjs';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string' },
  },
});

await measureOnExchange('bench-exchange', [
  '--json',
  values.json,
  ...(values.quick ? ['--quick'] : []),
  ...(values.only === undefined ? [] : ['--only', values.only]),
  ...(values.seconds === undefined ? [] : ['--seconds', values.seconds]),
]);
