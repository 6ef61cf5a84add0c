/** Progress of a test run: each spec that ended, its failures at once, and how far the run is. */
import { relative } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { linesOfSkipped, resultOf } from './result.mjs';

/** On a terminal the last line is renewed; elsewhere one is written now and then. */
const LINE_EVERY_MS = process.stdout.isTTY ? 1_000 : 20_000;
const RUNNING_NAMED = 4;

export class Progress {
  #runs = [];
  #history;
  #startedMs = performance.now();
  #timer;

  constructor(history) {
    this.#history = history;
  }

  /** @returns a reporter for one run of vitest; `lane`: runs of the same number come one after the other */
  run(options) {
    const run = new RunProgress(this.#history, (show) => this.#above(show), options);
    this.#runs.push(run);
    return run;
  }

  begin() {
    this.#timer = setInterval(() => this.#show(), LINE_EVERY_MS);
    this.#timer.unref();
  }

  end() {
    clearInterval(this.#timer);
    this.#clearLine();
    for (const line of failureLines(this.#runs.flatMap((run) => run.failures))) console.log(line);
  }

  /** Prints lines above the one that is renewed. */
  #above(show) {
    this.#clearLine();
    show();
    if (process.stdout.isTTY) this.#show();
  }

  #clearLine() {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K');
  }

  #show() {
    const line = statusLine({
      elapsedMs: performance.now() - this.#startedMs,
      runs: this.#runs.map((run) => run.status()),
    });
    if (!process.stdout.isTTY) return console.log(line);
    this.#clearLine();
    process.stdout.write(line.slice(0, process.stdout.columns - 1));
  }
}

/** A vitest reporter that knows how far its run is. */
class RunProgress {
  /** Where and what, of each failure in the order they came. */
  failures = [];
  #history;
  #above;
  #isChosen;
  #lane;
  #vitest;
  #waiting = new Map();
  #running = new Map();
  #workers = 1;
  #logs = new Map();
  #passed = 0;
  #failed = 0;
  #doneSeconds = 0;
  #expectedSeconds = 0;

  constructor(history, above, { isChosen, lane }) {
    this.#history = history;
    this.#above = above;
    this.#isChosen = isChosen;
    this.#lane = lane;
  }

  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications) {
    this.expect(specifications.map(({ moduleId }) => relative(ROOT, moduleId)));
    for (const { project } of specifications) this.#workers = project.config.maxWorkers;
  }

  /** Counts these as left before their run begins. */
  expect(files) {
    for (const file of files) this.#waiting.set(file, this.#history.secondsOf(file));
  }

  onTestModuleQueued(module) {
    this.#running.set(relative(ROOT, module.moduleId), performance.now());
  }

  onTestCaseResult(test) {
    const { state } = test.result();
    if (state === 'passed') this.#passed++;
    if (state === 'failed') this.#failed++;
  }

  /** Tests' output is shown with the spec that failed, as it contains the seed, and for specs chosen by name. */
  onUserConsoleLog({ content, taskId }) {
    const module = this.#vitest.state.idMap.get(taskId ?? '')?.file?.filepath;
    if (this.#isChosen || module === undefined) return this.#print(content.trimEnd());
    this.#logs.set(module, [...(this.#logs.get(module) ?? []), content.trimEnd()]);
  }

  onTestModuleEnd(module) {
    const result = resultOf(module);
    const { file, project, passed, failed, skipped, seconds } = result;
    this.#doneSeconds += seconds;
    this.#expectedSeconds += this.#history.secondsOf(file);
    this.#waiting.delete(file);
    this.#running.delete(file);
    this.#history.add(result);
    const path = file.replace(/^\w+\/[^/]+\//, '');
    const ran = passed + failed;
    const verdict = failed > 0 ? 'FAIL' : ran > 0 ? 'PASS' : 'SKIP';
    const count = `${ran} ${ran === 1 ? 'test' : 'tests'}, ${seconds.toFixed(1)} s`;
    this.#print(`${verdict} ${project} ${path} (${count})`);
    if (!this.#isChosen) for (const line of linesOfSkipped(skipped)) this.#print(`  ${line}`);
    if (failed > 0) this.#printFailures(module);
    this.#logs.delete(module.moduleId);
  }

  onTestRunEnd(_, unhandledErrors) {
    for (const error of unhandledErrors) {
      const path = error.VITEST_TEST_PATH;
      const file = path === undefined ? null : relative(ROOT, path);
      this.#above(() => {
        console.log(`FAIL ${file === null ? '' : `${file}: `}an error outside of any test`);
        this.#vitest.logger.printError(error, { fullStack: true });
      });
      this.failures.push(`${file ?? 'no spec'}: an error outside of any test`);
      if (file === null) continue;
      this.#history.add({ file, failed: 1, seconds: this.#history.secondsOf(file) });
    }
  }

  #printFailures(module) {
    for (const line of this.#logs.get(module.moduleId) ?? []) this.#print(line);
    for (const error of module.errors()) this.#printError(error, module, module.moduleId);
    for (const task of module.children.allSuites())
      for (const error of task.errors()) this.#printError(error, module, task.fullName);
    for (const test of module.children.allTests('failed'))
      for (const error of test.result().errors ?? [])
        this.#printError(error, module, test.fullName);
  }

  #printError(error, module, title) {
    const { file, project } = resultOf(module);
    this.failures.push(`${project} ${file}${title === module.moduleId ? '' : ` > ${title}`}`);
    this.#above(() => {
      console.log(`  × ${title}`);
      this.#vitest.logger.printError(error, { project: module.project });
    });
  }

  #print(text) {
    this.#above(() => console.log(text));
  }

  status() {
    const pace = this.#doneSeconds / (this.#expectedSeconds || 1) || 1;
    const left = [...this.#waiting.values()].reduce((sum, seconds) => sum + seconds, 0);
    return {
      lane: this.#lane,
      passed: this.#passed,
      failed: this.#failed,
      specsLeft: this.#waiting.size,
      secondsLeft: (left * pace) / this.#workers,
      running: [...this.#running].map(([file, sinceMs]) => ({
        file,
        seconds: (performance.now() - sinceMs) / 1_000,
      })),
    };
  }
}

/** One line for all runs; the slowest lane gives the remaining time. */
export function statusLine({ elapsedMs, runs }) {
  const sum = (count) => runs.reduce((total, run) => total + count(run), 0);
  const failed = sum((run) => run.failed);
  const secondsLeft = new Map();
  for (const run of runs)
    secondsLeft.set(run.lane, (secondsLeft.get(run.lane) ?? 0) + run.secondsLeft);
  const running = runs.flatMap((run) => run.running).toSorted((a, b) => b.seconds - a.seconds);
  const named = running
    .slice(0, RUNNING_NAMED)
    .map(({ file, seconds }) => `${file.split('/').at(-1)} ${Math.round(seconds)} s`);
  return [
    clock(elapsedMs / 1_000),
    `${sum((run) => run.passed)} passed${failed > 0 ? `, ${failed} FAILED` : ''}`,
    `${sum((run) => run.specsLeft)} specs left, about ${clock(Math.max(0, ...secondsLeft.values()))}`,
    `running: ${named.join(', ') || 'nothing yet'}`,
  ].join(' · ');
}

/** Once more at the end, each once: thousands of lines may have passed since a test failed. */
export function failureLines(failures) {
  const titles = [...new Set(failures)];
  return titles.length === 0 ? [] : ['', 'failed:', ...titles.map((title) => `  × ${title}`), ''];
}

const clock = (seconds) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
