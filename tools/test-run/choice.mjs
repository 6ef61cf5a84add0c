/** Chooses the projects that `npm test` tests, and reports those that it leaves out. */
import { checkoutTreeOrNull } from '../checkout-tree.mjs';
import { passedTrees, projectsToRun, savePassedTrees } from './affected.mjs';
import { ALONE, PROJECTS } from './projects.mjs';

const HOW_TO_RUN_ALL = 'npm test -- --all runs everything';

/** @returns {{ projects: string[], text: string, tree: string | null }} `tree`: what is tested; null outside of git */
export function chooseProjects({ isAll }) {
  const tree = checkoutTreeOrNull();
  const passed = passedTrees();
  if (isAll || tree === null || Object.keys(passed).length === 0)
    return { projects: [...PROJECTS], tree, text: `testing all ${PROJECTS.length} projects` };
  const { affected, changed } = projectsToRun(tree, passed);
  return { ...leaveOutExchanges(affected, changed), tree };
}

/**
 * Specs that start whole exchanges take minutes. Unless their own files changed, they are left to CI and `--all`, and
 * stay due until then.
 * @param {string[]} affected
 * @param {string[]} changed those of them with changed files
 */
export function leaveOutExchanges(affected, changed) {
  const isDue = (project) => ALONE.includes(project) && !changed.includes(project);
  const projects = affected.filter((project) => !isDue(project));
  return { projects, text: textOf(projects, affected.filter(isDue), affected.length) };
}

function textOf(projects, due, affected) {
  const unchanged = PROJECTS.length - affected;
  return [
    projects.length === 0
      ? 'nothing has changed since the tests passed'
      : `testing what the change can have broken: ${projects.join(', ')}`,
    ...(due.length > 0
      ? [
          `left out, though affected: ${due.join(', ')}, which start whole exchanges and take minutes; npm test -- ${due.map((project) => `--project ${project}`).join(' ')} runs them`,
        ]
      : []),
    ...(unchanged > 0 ? [`left out: ${unchanged} projects that passed and are as they were`] : []),
    HOW_TO_RUN_ALL,
  ].join('\n');
}

/** Records the projects that passed as a whole, for the next run. */
export function recordPassed({ projects, tree }, { results, unhandled }) {
  if (tree === null || unhandled > 0) return;
  const isWhole = (project) =>
    results.every((one) => one.project !== project || one.failed + one.skipped.length === 0);
  const passed = projects.filter(isWhole);
  savePassedTrees({ ...passedTrees(), ...Object.fromEntries(passed.map((one) => [one, tree])) });
}

/** A project that failed is due again, however it was chosen. */
export function recordFailed({ results }) {
  const failed = failedOf(results);
  if (failed.size === 0) return;
  const trees = Object.entries(passedTrees()).filter(([project]) => !failed.has(project));
  savePassedTrees(Object.fromEntries(trees));
}

const failedOf = (results) =>
  new Set(results.filter((one) => one.failed > 0).map((one) => one.project));
