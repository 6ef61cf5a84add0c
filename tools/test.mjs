/**
 * `npm test`: makes what a fresh clone lacks, then checks the sources and runs every test, the end-to-end ones last and
 * alone, as they start a whole exchange. Arguments go to jest: `npm test -- --selectProjects exchange`.
 *
 * The last line is `N passed, N failed`, the sum of jest's counts and of the checks; the exit code says the same.
 */
import { Counts, checkSources, jest } from './checks.mjs';
import { prepareBundles, preparePackages } from './prepare.mjs';

const E2E = 'e2e';
const counts = new Counts();

try {
  await preparePackages();
  await prepareBundles();
  const chosen = process.argv.slice(2);
  if (chosen.length > 0) {
    await jest(counts, chosen);
  } else {
    await checkSources(counts);
    await jest(counts, ['--ignoreProjects', E2E]);
    await jest(counts, ['--selectProjects', E2E, '--runInBand']);
  }
} catch (error) {
  console.error(error.message);
  counts.add(false);
}
counts.finish();
