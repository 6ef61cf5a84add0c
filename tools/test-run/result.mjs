import { relative } from 'node:path';
import { ROOT } from '../prepare.mjs';

/** A spec that could not be loaded, or whose setup failed, counts as one failure. */
export function resultOf(module) {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (wanted) => states.filter((state) => state === wanted).length;
  const failed = count('failed');
  return {
    project: module.project.name,
    file: relative(ROOT, module.moduleId),
    passed: count('passed'),
    failed: failed === 0 && !module.ok() ? 1 : failed,
    seconds: module.diagnostic().duration / 1_000,
  };
}
