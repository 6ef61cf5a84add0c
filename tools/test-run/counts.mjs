/** Numbers of tests and checks that passed and failed: the last line of output, and the exit code to match. */
export class Counts {
  passed = 0;
  failed = 0;

  add(isPassed) {
    if (isPassed) this.passed++;
    else this.failed++;
  }

  /** @param {import('./run-tests.mjs').Run} run an error outside of any test is a failure too */
  addRun({ results, unhandled }) {
    this.failed += unhandled;
    for (const { passed, failed } of results) {
      this.passed += passed;
      this.failed += failed;
    }
    if (results.every(({ passed, failed }) => passed + failed === 0)) {
      console.error('no test has that title');
      this.failed++;
    }
  }

  finish() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed === 0 ? 0 : 1;
  }
}
