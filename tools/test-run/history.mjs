/** Seconds and failures of each spec on this machine, for the order and the remaining time of the next run. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { objectIn } from './json-file.mjs';

const FILE = join(ROOT, '.cache/test-history.json');
/** For a fresh clone: seconds on two otherwise idle cores, as measured by `npm test -- --all --renew-seconds`. */
const USUAL = join(ROOT, 'docs/figures/test-seconds.json');
/** Assumed time of a spec that has never run: most are this short. */
const UNKNOWN_SECONDS = 2;
/** A failure's weight halves with each run that passes. */
const FADING = 0.5;

export class History {
  /** By the path of the spec in the checkout. */
  #specs = objectIn(FILE);
  #usual = objectIn(USUAL);

  /** The expected time, as far as it is known. */
  secondsOf(file) {
    return this.#specs[file]?.seconds ?? this.#usual[file] ?? UNKNOWN_SECONDS;
  }

  /** 0 if it never failed here; above 1 if it failed more than once recently. */
  failuresOf(file) {
    return this.#specs[file]?.failures ?? 0;
  }

  add({ file, failed, seconds }) {
    const faded = this.failuresOf(file) * FADING;
    this.#specs[file] = { seconds: round(seconds), failures: round(faded + (failed > 0 ? 1 : 0)) };
  }

  save() {
    mkdirSync(dirname(FILE), { recursive: true });
    const unfinished = `${FILE}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(this.#specs));
    renameSync(unfinished, FILE);
  }

  /** Makes this machine's times the defaults of a fresh clone. */
  publish() {
    const specs = Object.entries(this.#specs).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const seconds = Object.fromEntries(specs.map(([file, spec]) => [file, spec.seconds]));
    writeFileSync(USUAL, `${JSON.stringify(seconds, null, 2)}\n`);
  }
}

const round = (number) => Math.round(number * 100) / 100;
