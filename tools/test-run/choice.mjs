/** Chooses the projects that `npm test` tests, and reports those that it leaves out. */
import { checkoutTreeOrNull } from '../checkout-tree.mjs';
import { passedTrees, projectsToRun, savePassedTrees } from './affected.mjs';
import { ALONE, PROJECTS, QUICK_SECONDS, SOONEST } from './projects.mjs';

const HOW_TO_RUN_ALL = 'npm test -- --all runs everything';

/**
 * @returns {{ projects: string[], isQuick: (project: string) => boolean, text: string, tree: string | null }} `isQuick`:
 *   only its quick specs run; `tree`: what is tested, null outside of git
 */
export function chooseProjects({ isAll }) {
  const tree = checkoutTreeOrNull();
  if (isAll) {
    const text = `testing all ${PROJECTS.length} projects`;
    return { projects: [...PROJECTS], isQuick: () => false, tree, text };
  }
  const { affected, changed } =
    tree === null ? { affected: PROJECTS, changed: [] } : projectsToRun(tree, passedTrees());
  return { ...soonest(affected, changed), tree };
}

/**
 * Specs that start whole exchanges take minutes, and some others nearly. Unless files of their own project changed, they
 * are left to CI and `--all`.
 * @param {string[]} affected
 * @param {string[]} changed those of them with changed files
 */
export function soonest(affected, changed) {
  const isQuick = (project) => !changed.includes(project);
  const exchanges = affected.filter((project) => ALONE.includes(project) && isQuick(project));
  const text = [
    affected.length === 0
      ? 'nothing has changed since the tests passed'
      : `testing ${affected.length === PROJECTS.length ? 'all projects' : `what the change can have broken: ${affected.join(', ')}`}`,
    ...(exchanges.length > 0
      ? [
          `left out: ${exchanges.join(', ')}, which start whole exchanges, but for ${SOONEST.join(' and ')}`,
        ]
      : []),
    ...(affected.some(isQuick) ? [`left out: specs of more than ${QUICK_SECONDS} seconds`] : []),
    ...(affected.length < PROJECTS.length
      ? [`left out: ${PROJECTS.length - affected.length} projects that passed and are as they were`]
      : []),
    HOW_TO_RUN_ALL,
  ].join('\n');
  return { projects: affected, isQuick, text };
}

/**
 * Records the projects that passed, for the next run: as a whole, or without what takes long. One of which no spec ran
 * stays due.
 */
export function recordPassed({ projects, isQuick, tree }, { results, unhandled }) {
  if (tree === null || unhandled > 0) return;
  const passed = projects.filter((project) => {
    const its = results.filter((one) => one.project === project);
    return its.length > 0 && its.every((one) => one.failed + one.skipped.length === 0);
  });
  const { whole, quick } = passedTrees();
  const treeOf = (some) => Object.fromEntries(some.map((one) => [one, tree]));
  savePassedTrees({
    whole: { ...whole, ...treeOf(passed.filter((project) => !isQuick(project))) },
    quick: { ...quick, ...treeOf(passed) },
  });
}

/** A project that failed is due again, however it was chosen. */
export function recordFailed({ results }) {
  const failed = failedOf(results);
  if (failed.size === 0) return;
  const without = (trees) =>
    Object.fromEntries(Object.entries(trees).filter(([project]) => !failed.has(project)));
  const { whole, quick } = passedTrees();
  savePassedTrees({ whole: without(whole), quick: without(quick) });
}

const failedOf = (results) =>
  new Set(results.filter((one) => one.failed > 0).map((one) => one.project));
