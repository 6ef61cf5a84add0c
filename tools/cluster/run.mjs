/** `node tools/cluster/run.mjs …`: see README.md beside this file. */
import { join } from 'node:path';
import { ROOT, prepareClient, preparePackages, run } from '../prepare.mjs';

await preparePackages();
await prepareClient(); // what names the database's roles is beside the stores
const built = await run(process.execPath, [join(ROOT, 'tools/build.mjs'), 'tools/cluster'], {
  quiet: true,
});
if (!built.ok) {
  console.error(built.output);
  process.exit(1);
}
const bundle = join(ROOT, 'dist/tools/cluster/main.js');
const args = ['--enable-source-maps', bundle, ...process.argv.slice(2)];
const { ok } = await run(process.execPath, args);
if (!ok) process.exitCode = 1;
