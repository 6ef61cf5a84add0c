/** The parts of `npm test` and `npm run check`: what is looked at in the sources, and vitest with its counts. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program, run } from './prepare.mjs';

const VITEST = [program('vitest/vitest.mjs'), 'run'];

/** Each is one passed or failed in the sum. */
const SOURCE_CHECKS = [
  { name: 'format', path: 'prettier/bin/prettier.cjs', args: ['--check', '.'] },
  { name: 'lint', path: 'oxlint/bin/oxlint', args: [] },
  {
    name: 'boundaries',
    path: 'dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['apps', 'libs', 'tools', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'types', path: 'typescript/bin/tsc', args: ['-p', '.'] },
];

/**
 * Projects whose tests start whole exchanges, one for all or one each: a suite at a time. Two exchanges beside each other on two cores, and
 * funding, which goes last there, is late for its answers.
 */
const EXCHANGES = ['e2e', 'trials'];

export class Counts {
  passed = 0;
  failed = 0;

  add(isPassed) {
    if (isPassed) this.passed++;
    else this.failed++;
  }

  /** The last line of output, and the exit code that says the same. */
  finish() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed === 0 ? 0 : 1;
  }
}

export async function checkSources(counts) {
  for (const { name, path, args } of SOURCE_CHECKS) {
    const { ok, output } = await run(process.execPath, [program(path), ...args], { quiet: true });
    console.log(`${ok ? 'PASS' : 'FAIL'} ${name}`);
    if (!ok) console.log(output);
    counts.add(ok);
  }
}

/**
 * Runs vitest and adds its counts; a suite that could not run counts as one failed.
 * @returns {Promise<{ project: string, passed: number, failed: number, seconds: number }[]>} by project
 */
export async function vitest(counts, args, env = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-test-'));
  const outputFile = join(folder, 'result.json');
  try {
    const output = ['--reporter=default', '--reporter=json', '--outputFile', outputFile];
    const { ok } = await run(process.execPath, [...VITEST, ...args, ...output], { env });
    const result = JSON.parse(readFileSync(outputFile, 'utf8'));
    const failed = result.numFailedTests;
    counts.passed += result.numPassedTests;
    counts.failed += ok ? failed : Math.max(failed, 1);
    return byProject(result.testResults);
  } catch (error) {
    console.error(`vitest gave no result: ${error.message}`);
    counts.add(false);
    return [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every test: first those of the parts, then those of whole exchanges. */
export async function allTests(counts, args = [], env = process.env) {
  const projects = await vitest(
    counts,
    [...EXCHANGES.flatMap((name) => ['--project', `!${name}`]), ...args],
    env,
  );
  for (const project of EXCHANGES)
    projects.push(
      ...(await vitest(counts, ['--project', project, '--no-file-parallelism', ...args], env)),
    );
  return projects;
}

function byProject(suites) {
  const projects = new Map();
  for (const { name, assertionResults, startTime, endTime } of suites) {
    const [, project] = /\/(?:apps|libs|tools)\/([^/]+)\//.exec(name) ?? [];
    const sum = projects.get(project) ?? { project, passed: 0, failed: 0, seconds: 0 };
    const count = (status) => assertionResults.filter((one) => one.status === status).length;
    sum.passed += count('passed');
    sum.failed += count('failed');
    sum.seconds += (endTime - startTime) / 1_000;
    projects.set(project, sum);
  }
  return [...projects.values()];
}
