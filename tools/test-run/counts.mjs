import { isTrue } from './arguments.mjs';
import { NO_REASON, linesOfSkipped } from './result.mjs';

/** Numbers of tests and checks that passed, failed and were skipped: the last line, and the exit code to match. */
export class Counts {
  passed = 0;
  failed = 0;
  #skipped = [];
  #isInCi;

  constructor(env = process.env) {
    this.#isInCi = isTrue(env.CI);
  }

  add(isPassed) {
    if (isPassed) this.passed++;
    else this.failed++;
  }

  /**
   * An error outside of any test is a failure too.
   * @param {import('./run-tests.mjs').Run} run
   * @param {{ isChosen?: boolean }} options `isChosen`: by name or title, and all others of a spec were not wanted
   */
  addRun({ results, unhandled }, { isChosen = false } = {}) {
    this.failed += unhandled;
    for (const { passed, failed, skipped } of results) {
      this.passed += passed;
      this.failed += failed;
      this.#skipped.push(...(isChosen ? skipped.filter((why) => why !== NO_REASON) : skipped));
    }
    if (this.passed + this.failed + this.#skipped.length === 0) {
      console.error('no test has that title');
      this.failed++;
    }
  }

  finish() {
    for (const line of linesOfSkipped(this.#skipped)) console.log(line);
    if (this.#isInCi) this.failed += this.#skipped.filter((why) => why === NO_REASON).length;
    console.log(`${this.passed} passed, ${this.failed} failed, ${this.#skipped.length} skipped`);
    process.exitCode = this.failed === 0 ? 0 : 1;
  }
}
