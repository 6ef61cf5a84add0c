/**
 * `npm test`: makes what a fresh clone lacks, then checks the sources and runs every test, the end-to-end ones last and
 * alone, as they start a whole exchange. Arguments go to jest: `npm test -- --selectProjects exchange`.
 *
 * The last line is `N passed, N failed`, the sum of jest's counts and of the checks; the exit code says the same.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBundles, preparePackages, program, run } from './prepare.mjs';

const E2E = 'e2e';
const JEST = ['--experimental-vm-modules', '--no-warnings', program('jest/bin/jest.js')];

/** The sources as a whole. Each is one passed or failed in the sum. */
const CHECKS = [
  ['format', 'prettier/bin/prettier.cjs', ['--check', '.']],
  ['lint', 'oxlint/bin/oxlint', []],
  [
    'boundaries',
    'dependency-cruiser/bin/dependency-cruise.mjs',
    ['apps', 'libs', 'tools', '--config', '.dependency-cruiser.cjs'],
  ],
  ['types', 'typescript/bin/tsc', ['-p', '.']],
];

const counts = { passed: 0, failed: 0 };
const count = (isPassed) => (isPassed ? counts.passed++ : counts.failed++);

async function check(name, path, args) {
  const { ok, output } = await run(process.execPath, [program(path), ...args], { quiet: true });
  console.log(`${ok ? 'PASS' : 'FAIL'} ${name}`);
  if (!ok) console.log(output);
  count(ok);
}

/** Adds jest's own counts; a suite that could not run counts as one failed. */
async function jest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-test-'));
  const outputFile = join(folder, 'result.json');
  try {
    const { ok } = await run(
      process.execPath,
      [...JEST, ...args, '--json', '--outputFile', outputFile],
      {
        onLine: (text) => process.stderr.write(text),
      },
    );
    const result = JSON.parse(readFileSync(outputFile, 'utf8'));
    counts.passed += result.numPassedTests;
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    counts.failed += ok ? failed : Math.max(failed, 1);
  } catch (error) {
    console.error(`jest gave no result: ${error.message}`);
    count(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await preparePackages();
  await prepareBundles();
  const chosen = process.argv.slice(2);
  if (chosen.length > 0) {
    await jest(chosen);
  } else {
    for (const [name, path, args] of CHECKS) await check(name, path, args);
    await jest(['--ignoreProjects', E2E]);
    await jest(['--selectProjects', E2E, '--runInBand']);
  }
} catch (error) {
  console.error(error.message);
  count(false);
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
