/** `node tools/vault-admin/run.mjs …`: see README.md beside this file. */
import { join } from 'node:path';
import { ROOT, preparePackages, run } from '../prepare.mjs';

await preparePackages();
const built = await run(process.execPath, [join(ROOT, 'tools/build.mjs'), 'tools/vault-admin'], {
  quiet: true,
});
if (!built.ok) {
  console.error(built.output);
  process.exit(1);
}
const bundle = join(ROOT, 'dist/tools/vault-admin/main.js');
const args = ['--enable-source-maps', bundle, ...process.argv.slice(2)];
const { ok } = await run(process.execPath, args);
if (!ok) process.exitCode = 1;
