/** Which projects a run of `npm test` tests, and what it says of those that it leaves out. */
import { checkoutTreeOrNull } from '../checkout-tree.mjs';
import { passedTrees, projectsToRun, savePassedTrees } from './affected.mjs';
import { PROJECTS, TRIALS } from './projects.mjs';

const HOW_TO_RUN_ALL = 'npm test -- --all runs everything';

/** @returns {{ projects: string[], text: string, tree: string | null }} `tree`: what is tested; null outside of git */
export function chooseProjects({ isAll }) {
  const tree = checkoutTreeOrNull();
  const passed = passedTrees();
  if (isAll || tree === null || Object.keys(passed).length === 0)
    return { projects: [...PROJECTS], tree, text: `testing all ${PROJECTS.length} projects` };
  const affected = projectsToRun(tree, passed);
  const projects = affected.filter((project) => !TRIALS.includes(project) || affected.length === 1);
  return { projects, tree, text: textOf(projects, affected) };
}

/**
 * Trials take minutes each: after a change they are left to CI and `--all`, and stay due until then.
 */
function textOf(projects, affected) {
  const due = affected.filter((project) => !projects.includes(project));
  const unchanged = PROJECTS.length - affected.length;
  return [
    projects.length === 0
      ? 'nothing has changed since the tests passed'
      : `testing what the change can have broken: ${projects.join(', ')}`,
    ...(due.length > 0 ? [`left out, though affected: ${due.join(', ')}, which take minutes`] : []),
    ...(unchanged > 0 ? [`left out: ${unchanged} projects that passed and are as they were`] : []),
    HOW_TO_RUN_ALL,
  ].join('\n');
}

/** Keeps for the next run what passed, a project as a whole. */
export function recordPassed({ projects, tree }, { results, unhandled }) {
  if (tree === null || unhandled > 0) return;
  const failed = new Set(results.filter((one) => one.failed > 0).map((one) => one.project));
  const passed = projects.filter((project) => !failed.has(project));
  savePassedTrees({ ...passedTrees(), ...Object.fromEntries(passed.map((one) => [one, tree])) });
}
