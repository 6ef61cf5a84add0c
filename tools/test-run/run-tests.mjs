/**
 * Runs specs with vitest, in parallel lanes: the unit projects on every core, and beside them the projects whose specs
 * start whole exchanges, in two lanes of one spec at a time. Those wait for blocks most of the time, and by themselves
 * would leave the machine idle for half of the run; more of them at once only look for work in each other's way.
 */
import { join, relative } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { LINE } from './choice.mjs';
import { History } from './history.mjs';
import { ALONE, ALONE_LANES, PROJECTS, projectOf } from './projects.mjs';
import { Progress } from './progress.mjs';
import { resultOf } from './result.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
// Before vitest is loaded, as it reads this only once.
if (!process.stdout.isTTY) process.env.NO_COLOR ??= '1';

/**
 * @typedef {{ project: string, file: string, passed: number, failed: number, seconds: number }} Result of one spec
 * @typedef {{ results: Result[], unhandled: number }} Run `unhandled`: errors outside of any test
 * @param {string[]} files specs by their path in the checkout
 * @returns {Promise<Run>}
 */
export async function runSpecs(files) {
  const together = PROJECTS.filter((name) => !ALONE.includes(name));
  const lanes = [[together], ...ALONE_LANES.map((lane) => lane.map((name) => [name]))];
  const runOf = (projects) => {
    const its = files.filter((file) => projects.includes(projectOf(file)));
    const project = projects.filter((name) => its.some((file) => projectOf(file) === name));
    return { options: { allowOnly: false, project }, files: its, filters: its.map(inRoot) };
  };
  const hasSpecs = (run) => run.files.length > 0;
  const run = await runLanes(lanes.map((lane) => lane.map(runOf).filter(hasSpecs)));
  const ran = new Set(run.results.map(({ file }) => file));
  const unseen = files.filter((file) => !ran.has(file));
  for (const file of unseen) console.error(`FAIL ${file}: it did not run`);
  return { ...run, unhandled: run.unhandled + unseen.length };
}

const inRoot = (file) => join(ROOT, file);

/**
 * Runs the specs chosen by name.
 * @param {string[]} filters as `specsNamed` makes them
 * @param {object} options of vitest: `testNamePattern`
 */
export async function runChosen(filters, options) {
  const project = PROJECTS.filter((name) =>
    filters.some((path) => projectOf(inCheckout(path)) === name),
  );
  // Without the places of tests vitest does not know which of them a line belongs to.
  const includeTaskLocation = filters.some((path) => LINE.test(path));
  const run = { options: { ...options, project, includeTaskLocation }, filters, isChosen: true };
  return runLanes([[run]]);
}

const inCheckout = (path) => relative(ROOT, path);

/** Lanes at once; the runs of a lane one after the other, each with what its project needs around it. */
async function runLanes(lanes) {
  const { createVitest } = await import('vitest/node');
  const history = new History();
  const progress = new Progress(history);
  const create = async ({ options, files = [], filters, isChosen = false }, lane) => {
    const reporter = progress.run({ isChosen, lane });
    reporter.expect(files);
    const vitest = await createVitest('test', {
      root: ROOT,
      watch: false,
      ...options,
      reporters: [reporter],
    });
    return { vitest, filters };
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
  for (const { vitest, filters } of runs) {
    try {
      await vitest.start(filters);
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
