import { relative } from 'node:path';
import { ROOT } from '../prepare.mjs';

/** The mark in the title of tests that this machine cannot run (dev/local-services, left-out.ts). */
const REASON = /\(left out: (.+?)\)(?: > |$)/;
/** Perhaps skipped by mistake: in CI it fails. */
export const NO_REASON = 'no reason is named';

/** A spec that could not be loaded, or whose setup failed, counts as one failure. */
export function resultOf(module) {
  const tests = [...module.children.allTests()];
  const count = (wanted) => tests.filter((test) => test.result().state === wanted).length;
  const failed = count('failed');
  return {
    project: module.project.name,
    file: relative(ROOT, module.moduleId),
    passed: count('passed'),
    failed: failed === 0 && !module.ok() ? 1 : failed,
    skipped: tests.filter((test) => test.result().state === 'skipped').map(reasonOf),
    seconds: module.diagnostic().duration / 1_000,
  };
}

const reasonOf = ({ fullName }) => REASON.exec(fullName)?.[1] ?? NO_REASON;

/** @param {string[]} skipped why, for each test @returns a line for each reason */
export function linesOfSkipped(skipped) {
  const counts = new Map();
  for (const reason of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(
    ([reason, count]) => `SKIP ${count} ${count === 1 ? 'test' : 'tests'}: ${reason}`,
  );
}
