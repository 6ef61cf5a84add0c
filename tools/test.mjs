/**
 * `npm test`: makes what a fresh clone lacks, then checks the sources and runs the tests.
 *
 *     npm test                       what finds most faults soonest, and says what it left out
 *     npm test -- --all              everything
 *     npm test -- stream.spec        specs whose path has that in it; also stream.spec:42, the test that begins there
 *     npm test -- -t 'a title'       tests whose title matches that regular expression
 *     npm test -- --project exchange the specs of one project; again for another
 *
 * The last line is `N passed, N failed, N skipped`, the sum of tests and checks; the exit code says the same.
 */
import './node-version.mjs';

void import('./test-run/command.mjs');
