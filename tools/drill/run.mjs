/** `npm run drill -- …`: see README.md beside this file. */
import { join } from 'node:path';
import { ROOT, prepareBundles, preparePackages, run } from '../prepare.mjs';

await preparePackages();
await prepareBundles(); // engine and projector too: a rehearsal starts them
const bundle = join(ROOT, 'dist/tools/drill/main.js');
const args = ['--enable-source-maps', bundle, ...process.argv.slice(2)];
const { ok } = await run(process.execPath, args);
if (!ok) process.exitCode = 1;
