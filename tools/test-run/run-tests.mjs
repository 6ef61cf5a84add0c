/**
 * Runs specs with vitest, in parallel lanes: the unit projects on every core, and beside them the projects whose specs
 * start whole exchanges, in two lanes of one spec at a time. Those wait for blocks most of the time, and by themselves
 * would leave the machine idle for half of the run; more of them at once only look for work in each other's way.
 */
import { relative } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { ALONE, ALONE_LANES, PROJECTS, QUICK_SECONDS, SOONEST } from './projects.mjs';
import { History } from './history.mjs';
import { Progress } from './progress.mjs';
import { resultOf } from './result.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
// Before vitest is loaded, as it reads this only once.
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1';

/**
 * @typedef {{ project: string, file: string, passed: number, failed: number, seconds: number }} Result of one spec
 * @typedef {{ results: Result[], unhandled: number }} Run `unhandled`: errors outside of any test
 * @param {{ projects: string[], isQuick: (project: string) => boolean }} choice
 * @returns {Promise<Run>}
 */
export async function runProjects({ projects, isQuick }) {
  const together = projects.filter((name) => !ALONE.includes(name));
  const alone = ALONE_LANES.map((lane) => lane.filter((name) => projects.includes(name)));
  const history = new History();
  const chosen = ({ project, moduleId }) => {
    if (!isQuick(project.name)) return true;
    const file = relative(ROOT, moduleId);
    if (history.failuresOf(file) > 0) return true;
    if (ALONE.includes(project.name)) return SOONEST.includes(file);
    return history.secondsOf(file) <= QUICK_SECONDS;
  };
  const runOf = (project) => ({ options: { allowOnly: false, project }, filters: [], chosen });
  const lanes = [
    ...(together.length > 0 ? [[runOf(together)]] : []),
    ...alone.map((lane) => lane.map((name) => runOf([name]))),
  ];
  return runLanes(lanes);
}

/**
 * Runs the specs chosen by name.
 * @param {string[]} filters as `filtersOf` makes them; none: all
 * @param {object} options of vitest: `project`, `testNamePattern`
 */
export async function runChosen(filters, options) {
  // Without the places of tests vitest does not know which of them a line belongs to.
  const withPlaces = { ...options, includeTaskLocation: filters.some(hasLine) };
  return runLanes([[{ options: withPlaces, filters, isChosen: true }]]);
}

/**
 * @param {string[]} names parts of paths of specs; `stream.spec:42` is the test of that line in `stream.spec`
 * @returns {Promise<string[]>} what vitest takes: with a line it wants the whole path
 * @throws Error with the name that matches no spec
 */
export async function filtersOf(names, options) {
  const { createVitest } = await import('vitest/node');
  const project = (options.project ?? []).find((name) => !PROJECTS.includes(name));
  if (project !== undefined)
    throw new Error(`there is no project ${project}: there are ${PROJECTS.toSorted().join(', ')}`);
  const vitest = await createVitest('test', {
    root: ROOT,
    watch: false,
    reporters: [{}],
    ...options,
  });
  try {
    const filters = [];
    for (const name of names) {
      const found = await vitest.globTestSpecifications([withoutLine(name)]);
      if (found.length === 0)
        throw new Error(`no spec has ${name} in its path${inProjects(options)}`);
      if (!hasLine(name)) filters.push(name);
      else filters.push(...found.map(({ moduleId }) => `${moduleId}${name.match(LINE)[0]}`));
    }
    return filters;
  } finally {
    await vitest.close();
  }
}

const LINE = /:\d+$/;
const hasLine = (name) => LINE.test(name);
const withoutLine = (name) => name.replace(LINE, '');

const inProjects = ({ project = [] }) => (project.length > 0 ? `, in ${project.join(', ')}` : '');

/** Lanes at once; the runs of a lane one after the other, each with what its project needs around it. */
async function runLanes(lanes) {
  const { createVitest } = await import('vitest/node');
  const history = new History();
  const progress = new Progress(history);
  const create = async ({ options, filters: given, chosen, isChosen = false }, lane) => {
    const reporter = progress.run({ isChosen, lane });
    const vitest = await createVitest('test', {
      root: ROOT,
      watch: false,
      ...options,
      reporters: [reporter],
    });
    const found = await vitest.globTestSpecifications(given.map(withoutLine));
    const specs = found.filter(chosen ?? (() => true));
    reporter.expect(specs);
    const filters = specs.length < found.length ? specs.map(({ moduleId }) => moduleId) : given;
    return { vitest, filters, isEmpty: specs.length === 0 };
  };
  const created = [];
  for (const [lane, ofLane] of lanes.entries()) {
    const runs = [];
    for (const run of ofLane) runs.push(await create(run, lane));
    created.push(runs);
  }
  const vitests = created.flat().map(({ vitest }) => vitest);
  const stopAtOnce = closeOnSignal(vitests);
  const broken = [];
  try {
    progress.begin();
    await Promise.all(created.map((runs) => runInTurn(runs, broken)));
  } finally {
    progress.end();
    await Promise.all(vitests.map((vitest) => vitest.close()));
    stopAtOnce.release();
    history.save();
  }
  for (const error of broken) console.error(error);
  return {
    results: vitests.flatMap((vitest) => vitest.state.getTestModules().map(resultOf)),
    unhandled: vitests.reduce(
      (sum, vitest) => sum + vitest.state.getUnhandledErrors().length,
      broken.length,
    ),
  };
}

/** All run to their end: if one cannot even start, the others' results still count. */
async function runInTurn(runs, broken) {
  for (const { vitest, filters, isEmpty } of runs) {
    try {
      if (!isEmpty) await vitest.start(filters);
    } catch (error) {
      broken.push(error);
    }
    await vitest.close(); // ends what its project had running around it
  }
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
