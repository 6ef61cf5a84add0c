/**
 * `npm test`: makes what a fresh clone lacks, then checks the sources and runs every test, those that start a whole
 * exchange last. Arguments go to jest: `npm test -- --selectProjects exchange`.
 *
 * The last line is `N passed, N failed`, the sum of jest's counts and of the checks; the exit code says the same.
 */
import { Counts, allTests, checkSources, jest } from './checks.mjs';
import { prepareBundles, preparePackages } from './prepare.mjs';

const counts = new Counts();

try {
  await preparePackages();
  await prepareBundles();
  const chosen = process.argv.slice(2);
  if (chosen.length > 0) {
    await jest(counts, chosen);
  } else {
    await checkSources(counts);
    await allTests(counts);
  }
} catch (error) {
  console.error(error.message);
  counts.add(false);
}
counts.finish();
