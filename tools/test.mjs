/**
 * `npm test`: makes what a fresh clone lacks, then checks the sources and runs the tests.
 *
 *     npm test                       what a change can have broken; everything in a fresh clone and in CI
 *     npm test -- --all              everything
 *     npm test -- stream.spec        what somebody names, in vitest's words: also `--project exchange`, `-t 'a title'`
 *
 * The last line is `N passed, N failed`, the sum of tests and checks; the exit code says the same.
 */
import { readFileSync } from 'node:fs';
import { checkSources } from './source-checks.mjs';
import { prepareBundles, preparePackages } from './prepare.mjs';
import { Counts } from './test-run/counts.mjs';

const ALL = '--all';
/** What this machine found becomes what a fresh clone goes by for its order and its "how long still". */
const RENEW_SECONDS = '--renew-seconds';
const HELP = ['--help', '-h'];
const counts = new Counts();

if (process.argv.some((arg) => HELP.includes(arg))) {
  const [, usage] = readFileSync(import.meta.filename, 'utf8').match(/^\/\*\*\n([^]*?)\n \*\/$/m);
  console.log(usage.replaceAll(/^ \* ?/gm, ''));
  process.exit(0);
}

try {
  await preparePackages();
  const args = process.argv.slice(2);
  const names = args.filter((arg) => arg !== ALL && arg !== RENEW_SECONDS);
  if (names.length > 0) await testChosen(names);
  else await testProjects({ isAll: args.includes(ALL) || isTrue(process.env.CI) });
} catch (error) {
  console.error(error.message);
  counts.add(false);
}
counts.finish();

async function testChosen(names) {
  await prepareBundles();
  const { runChosen } = await import('./test-run/run-tests.mjs');
  counts.addRun(await runChosen(names));
}

async function testProjects({ isAll }) {
  const { chooseProjects, recordPassed } = await import('./test-run/choice.mjs');
  const { runProjects } = await import('./test-run/run-tests.mjs');
  const choice = chooseProjects({ isAll });
  console.log(choice.text);
  await prepareBundles();
  const checks = checkSources(counts); // beside the tests, which wait for blocks half of the time
  if (choice.projects.length > 0) {
    const run = await runProjects(choice.projects);
    counts.addRun(run);
    recordPassed(choice, run);
  }
  await checks;
  if (process.argv.includes(RENEW_SECONDS)) await renewSeconds();
}

async function renewSeconds() {
  const { History } = await import('./test-run/history.mjs');
  new History().publish();
}

function isTrue(variable) {
  return variable !== undefined && variable !== '' && variable !== 'false';
}
