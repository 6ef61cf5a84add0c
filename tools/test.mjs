/**
 * `npm test`: makes what a fresh clone lacks, then checks the sources and runs every test, those that start a whole
 * exchange last. Arguments go to vitest: `npm test -- --project exchange`.
 *
 * The last line is `N passed, N failed`, the sum of vitest's counts and of the checks; the exit code says the same.
 */
import { Counts, allTests, checkSources, vitest } from './checks.mjs';
import { prepareBundles, preparePackages } from './prepare.mjs';

const counts = new Counts();

try {
  await preparePackages();
  await prepareBundles();
  const chosen = process.argv.slice(2);
  if (chosen.length > 0) {
    await vitest(counts, chosen);
  } else {
    await checkSources(counts);
    await allTests(counts);
  }
} catch (error) {
  console.error(error.message);
  counts.add(false);
}
counts.finish();
