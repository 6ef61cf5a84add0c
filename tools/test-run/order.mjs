/**
 * The order of specs: what failed last first, quick ones before slow ones; then the projects that take longest, and in
 * each its longest specs, so that no core is idle at the end.
 *
 * A project's specs stay together, except those that failed: a worker reuses what it has loaded only for the next spec
 * of the same project.
 */
import { relative } from 'node:path';
import { ROOT } from '../prepare.mjs';

/** @returns a sequencer for vitest */
export const specOrder = (history) =>
  class SpecOrder {
    sort(specs) {
      const known = specs.map((spec) => {
        const file = relative(ROOT, spec.moduleId);
        const hasFailed = history.hasFailed(file);
        return { spec, hasFailed, seconds: history.secondsOf(file), project: spec.project.name };
      });
      return inOrder(known).map(({ spec }) => spec);
    }

    shard(specs) {
      return specs;
    }
  };

/** @param {{ hasFailed: boolean, seconds: number, project: string }[]} specs */
export function inOrder(specs) {
  const suspects = specs
    .filter(({ hasFailed }) => hasFailed)
    .toSorted((a, b) => a.seconds - b.seconds);
  const others = specs.filter(({ hasFailed }) => !hasFailed);
  const secondsOf = new Map();
  for (const { project, seconds } of others)
    secondsOf.set(project, (secondsOf.get(project) ?? 0) + seconds);
  const byProject = (a, b) =>
    secondsOf.get(b.project) - secondsOf.get(a.project) || (a.project < b.project ? -1 : 1);
  return [
    ...suspects,
    ...others.toSorted((a, b) =>
      a.project === b.project ? b.seconds - a.seconds : byProject(a, b),
    ),
  ];
}
