/**
 * How soon a deposit is seen and credited:
 *
 *     node dev/bench-funding/run.mjs [--quick] [--json FILE]
 *
 * Starts a local exchange in a folder of its own (the applications must be built: `npm run bench` sees to that), sends
 * deposits on both chains, and stops it. See README.md beside this file.
 */
import { parseArgs } from 'node:util';
import { measureOnExchange } from '../bench-exchange/on-exchange.mjs';

const { values } = parseArgs({
  options: { json: { type: 'string' }, quick: { type: 'boolean', default: false } },
});

await measureOnExchange('bench-funding', [
  ...(values.json === undefined ? [] : ['--json', values.json]),
  ...(values.quick ? ['--quick'] : []),
]);
