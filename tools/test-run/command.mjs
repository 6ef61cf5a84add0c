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
    else await testTree(given);
    counts.finish();
  }
} catch (error) {
  console.error(error.message);
  counts.add(false);
  counts.finish();
}

async function testChosen({ names, options: { project, ...options } }) {
  const { specsNamed } = await import('./choice.mjs');
  const { runChosen } = await import('./run-tests.mjs');
  const filters = specsNamed(names, project);
  await prepareBundles();
  counts.addRun(await runChosen(filters, options), { isChosen: true });
}

async function testTree({ isAll, isRenewing }) {
  const { specFiles } = await import('./projects.mjs');
  const { chooseSpecs } = await import('./choice.mjs');
  const { History } = await import('./history.mjs');
  const { runSpecs } = await import('./run-tests.mjs');
  const all = specFiles();
  const { files, text } = isAll
    ? { files: all, text: `testing all ${all.length} specs` }
    : chooseSpecs(new History());
  console.log(text);
  await prepareBundles();
  const checks = checkSources(counts); // beside the tests, which wait for blocks half of the time
  counts.addRun(await runSpecs(files));
  await checks;
  if (isRenewing) new History().publish();
  if (!isAll) console.log(text); // once more: thousands of lines may have passed
}
