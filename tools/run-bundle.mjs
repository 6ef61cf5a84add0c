/** Builds one of the tree's tools and runs it: for the `run.mjs` of each. */
import { join } from 'node:path';
import { ROOT, run } from './prepare.mjs';

/**
 * Builds silently, except for a failing build, and passes this process's arguments to the tool. The exit code is the
 * tool's.
 * @param {string} tool its folder, e.g. `tools/replay`
 */
export async function runTool(tool) {
  const built = await run(process.execPath, buildOf(tool), { quiet: true });
  if (!built.ok) {
    console.error(built.output);
    process.exit(1);
  }
  const { ok } = await run(process.execPath, [...bundleOf(tool), ...process.argv.slice(2)]);
  if (!ok) process.exitCode = 1;
}

const buildOf = (tool) => [join(ROOT, 'tools/build.mjs'), tool];
const bundleOf = (tool) => ['--enable-source-maps', join(ROOT, `dist/${tool}/main.js`)];
