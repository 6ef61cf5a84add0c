/** Builds a tool of the tree and runs it: for the `run.mjs` of each. */
import { join } from 'node:path';
import { ROOT, run } from './prepare.mjs';

/**
 * Builds in silence, but for a build that fails, and gives the tool the arguments of this process. The exit code says how it
 * ended.
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

/**
 * Builds and runs a benchmark.
 * @param {string} tool its folder, e.g. `dev/bench-growth`
 * @param {string[]} args
 * @throws {Error} where one of the two fails
 */
export async function measure(tool, args) {
  await must('the build', buildOf(tool));
  await must('the measurement', [...bundleOf(tool), ...args]);
}

const buildOf = (tool) => [join(ROOT, 'tools/build.mjs'), tool];
const bundleOf = (tool) => ['--enable-source-maps', join(ROOT, `dist/${tool}/main.js`)];

async function must(what, args) {
  const { ok } = await run(process.execPath, args);
  if (!ok) throw new Error(`${what} failed`);
}
