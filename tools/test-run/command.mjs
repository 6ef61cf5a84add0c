/** The command `npm test`, once its Node is known to be new enough. */
import { join } from 'node:path';
import { ROOT, prepareBundles, preparePackages } from '../prepare.mjs';
import { checkSources } from '../source-checks.mjs';
import { usageOf } from '../usage.mjs';
import { testArguments } from './arguments.mjs';
import { Counts } from './counts.mjs';

const counts = new Counts();
try {
  const given = testArguments(process.argv.slice(2), process.env);
  if (given.isHelp) {
    console.log(usageOf(join(ROOT, 'tools/test.mjs')));
  } else {
    await preparePackages();
    if (given.isChosen) await testChosen(given);
    else await testProjects(given);
    counts.finish();
  }
} catch (error) {
  console.error(error.message);
  counts.add(false);
  counts.finish();
}

async function testChosen({ names, options }) {
  const { filtersOf, runChosen } = await import('./run-tests.mjs');
  const filters = await filtersOf(names, options);
  await prepareBundles();
  const { recordFailed } = await import('./choice.mjs');
  const run = await runChosen(filters, options);
  counts.addRun(run, { isChosen: true });
  recordFailed(run);
}

async function testProjects({ isAll, isRenewing }) {
  const { chooseProjects, recordFailed, recordPassed } = await import('./choice.mjs');
  const { runProjects } = await import('./run-tests.mjs');
  const choice = chooseProjects({ isAll });
  console.log(choice.text);
  await prepareBundles();
  const checks = checkSources(counts); // beside the tests, which wait for blocks half of the time
  if (choice.projects.length > 0) {
    const run = await runProjects(choice);
    counts.addRun(run);
    recordFailed(run);
    recordPassed(choice, run);
  }
  await checks;
  if (isRenewing) await renewSeconds();
}

async function renewSeconds() {
  const { History } = await import('./history.mjs');
  new History().publish();
}
