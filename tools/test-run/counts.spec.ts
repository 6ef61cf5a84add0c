import { whyLeftOut } from '@bellwether/local-services';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Counts } from './counts.mjs';
import { NO_REASON, resultOf } from './result.mjs';

const WHY = 'there is no Python 3.10 (Debian has one)';
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const runOf = (passed: number, skipped: readonly string[]) => ({
  results: [{ passed, failed: 0, skipped }],
  unhandled: 0,
});

const finished = (env: { CI?: string }, run: ReturnType<typeof runOf>, isChosen = false) => {
  const counts = new Counts(env);
  counts.addRun(run, { isChosen });
  counts.finish();
  return { lines: printed, exitCode: process.exitCode };
};

describe('the last lines of a run', () => {
  it('count what was skipped and name each reason once', () => {
    expect(finished({ CI: 'true' }, runOf(3, [WHY, WHY]))).toEqual({
      lines: [`SKIP 2 tests: ${WHY}`, '3 passed, 0 failed, 2 skipped'],
      exitCode: 0,
    });
  });

  it.each([
    ['fails in CI', { CI: 'true' }, '3 passed, 1 failed, 1 skipped', 1],
    ['is said elsewhere', {}, '3 passed, 0 failed, 1 skipped', 0],
  ])('a skipped test without a reason %s', (_, env, last, exitCode) => {
    const lines = [`SKIP 1 test: ${NO_REASON}`, last];
    expect(finished(env, runOf(3, [NO_REASON]))).toEqual({ lines, exitCode });
  });

  it('do not count what a chosen title leaves out', () => {
    const { lines } = finished({ CI: 'true' }, runOf(1, [NO_REASON, NO_REASON]), true);
    expect(lines).toEqual(['1 passed, 0 failed, 0 skipped']);
  });
});

describe('the result of a spec', () => {
  const moduleOf = (fullNames: readonly string[]) =>
    ({
      project: { name: 'web' },
      moduleId: __filename,
      ok: () => true,
      diagnostic: () => ({ duration: 0 }),
      children: {
        allTests: () =>
          fullNames.map((fullName) => ({ fullName, result: () => ({ state: 'skipped' }) })),
      },
    }) as never;

  it('has the reason that the title of a suite or of a test names', () => {
    const suite = `the Python client${whyLeftOut(WHY)}`;
    const { skipped } = resultOf(moduleOf([`${suite} > signs`, suite, 'signs (left out)']));
    expect(skipped).toEqual([WHY, WHY, NO_REASON]);
  });
});
