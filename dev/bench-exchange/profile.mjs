/**
 * Where an order spends its microseconds, by process, library and function:
 *
 *     node dev/bench-exchange/profile.mjs [--quick] [--page FILE]
 *
 * The apps of a local exchange profile themselves while orders are sent. Their profiles stay beside the page, for the
 * developer tools of any browser. `npm run bench -- --profile` runs this.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT, run } from '../../tools/prepare.mjs';
import { measureOnExchange } from './on-exchange.mjs';

const FOLDER = join(ROOT, 'dist/bench/profile');

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    page: { type: 'string', default: join(ROOT, 'dist/bench/profile.md') },
  },
});

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const preload = join(FOLDER, 'self-profile.cjs');
await copyFile(join(import.meta.dirname, 'self-profile.cjs'), preload);
process.env.APP_NODE_OPTIONS = `--require=${preload}`;
const loadFile = join(FOLDER, 'load.json');
const quick = values.quick ? ['--quick'] : [];
const args = ['--json', loadFile, '--only', 'profile', ...quick];
if (await measureOnExchange('bench-exchange', args)) {
  const bundle = join(ROOT, 'dist/dev/bench-exchange/main.js');
  const files = ['--profiles', FOLDER, '--json', loadFile, '--page', values.page];
  const { ok } = await run(process.execPath, [bundle, 'profile-page', ...files]);
  if (ok)
    console.error(`bench-exchange: the page is ${values.page}, the profiles are in ${FOLDER}`);
  else process.exitCode = 1;
}
