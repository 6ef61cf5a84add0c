/**
 * Runs specs with vitest, in parallel lanes: the unit projects on every core, and each project whose specs start whole
 * exchanges in its own lane, one spec at a time. Those wait for blocks most of the time, and by themselves would leave
 * the machine idle for half of the run.
 */
import { ROOT } from '../prepare.mjs';
import { ALONE, PROJECTS } from './projects.mjs';
import { History } from './history.mjs';
import { Progress } from './progress.mjs';
import { resultOf } from './result.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
// Before vitest is loaded, as it reads this only once.
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1';

/**
 * @typedef {{ project: string, file: string, passed: number, failed: number, seconds: number }} Result of one spec
 * @typedef {{ results: Result[], unhandled: number }} Run `unhandled`: errors outside of any test
 * @param {string[]} projects by name
 * @returns {Promise<Run>}
 */
export async function runProjects(projects, options = {}) {
  const together = projects.filter((name) => !ALONE.includes(name));
  const alone = ALONE.filter((name) => projects.includes(name)).map((name) => [name]);
  const lanes = [together, ...alone].filter((lane) => lane.length > 0);
  return runLanes(
    lanes.map((project) => ({ options: { allowOnly: false, ...options, project }, filters: [] })),
  );
}

/**
 * Runs the specs chosen by name.
 * @param {string[]} names parts of paths of specs; none: all
 * @param {object} options of vitest: `project`, `testNamePattern`
 */
export async function runChosen(names, options) {
  return runLanes([{ options, filters: names, isChosen: true }]);
}

/** @returns {Promise<string | null>} a message with the names that match no spec; null: all match */
export async function noSuchSpec(names, options) {
  const { createVitest } = await import('vitest/node');
  const project = (options.project ?? []).find((name) => !PROJECTS.includes(name));
  if (project !== undefined)
    return `there is no project ${project}: there are ${PROJECTS.toSorted().join(', ')}`;
  const vitest = await createVitest('test', {
    root: ROOT,
    watch: false,
    reporters: [{}],
    ...options,
  });
  try {
    for (const name of names) {
      const found = await vitest.globTestSpecifications([name.replace(/:\d+$/, '')]);
      if (found.length === 0) return `no spec has ${name} in its path${inProjects(options)}`;
    }
    return null;
  } finally {
    await vitest.close();
  }
}

const inProjects = ({ project = [] }) => (project.length > 0 ? `, in ${project.join(', ')}` : '');

async function runLanes(lanes) {
  const { createVitest } = await import('vitest/node');
  const history = new History();
  const progress = new Progress(history);
  const runs = [];
  for (const { options, filters, isChosen = false } of lanes) {
    const lane = progress.lane({ isChosen });
    const vitest = await createVitest('test', {
      root: ROOT,
      watch: false,
      ...options,
      reporters: [lane],
    });
    runs.push({ vitest, filters, lane });
  }
  const stopAtOnce = closeOnSignal(runs.map(({ vitest }) => vitest));
  let ended = [];
  try {
    progress.begin();
    // All run to their end: if one cannot even start, the others' results still count.
    ended = await Promise.allSettled(runs.map(({ vitest, filters }) => vitest.start(filters)));
  } finally {
    progress.end();
    await Promise.all(runs.map(({ vitest }) => vitest.close()));
    stopAtOnce.release();
    history.save();
  }
  const broken = ended.filter(({ status }) => status === 'rejected');
  for (const { reason } of broken) console.error(reason);
  return {
    results: runs.flatMap(({ vitest }) => vitest.state.getTestModules().map(resultOf)),
    unhandled: runs.reduce(
      (sum, { vitest }) => sum + vitest.state.getUnhandledErrors().length,
      broken.length,
    ),
  };
}

/** Workers, and the servers they started, end with this process. */
function closeOnSignal(vitests) {
  const stop = () => {
    console.log('stopping');
    for (const vitest of vitests) void vitest.cancelCurrentRun('keyboard-input');
    const closed = Promise.allSettled(vitests.map((vitest) => vitest.close()));
    void closed.then(() => process.exit(1));
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  return { release: () => SIGNALS.forEach((signal) => process.off(signal, stop)) };
}
