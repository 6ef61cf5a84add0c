/** Seconds of each spec on this machine, and whether it failed, for the choice, the order and the remaining time. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../prepare.mjs';
import { objectIn } from './json-file.mjs';

const FILE = join(ROOT, '.cache/test-history.json');
/** For a fresh clone: seconds on two otherwise idle cores, as measured by `npm test -- --all --renew-seconds`. */
const USUAL = join(ROOT, 'docs/figures/test-seconds.json');
/** Assumed time of a spec that has never run: most are this short. */
const UNKNOWN_SECONDS = 2;

/** vitest's own cache would do for one run of it; several at once overwrite each other's. */
export class History {
  /** By the path of the spec in the checkout. */
  #specs = objectIn(FILE);
  #usual = objectIn(USUAL);

  /** The expected time, as far as it is known. */
  secondsOf(file) {
    return this.#specs[file]?.seconds ?? this.#usual[file] ?? UNKNOWN_SECONDS;
  }

  /** When it ran here last. */
  hasFailed(file) {
    return this.#specs[file]?.hasFailed ?? false;
  }

  add({ file, failed, seconds }) {
    this.#specs[file] = { seconds: Math.round(seconds * 100) / 100, hasFailed: failed > 0 };
  }

  /** Of the specs that are still there. */
  save() {
    mkdirSync(dirname(FILE), { recursive: true });
    const known = Object.entries(this.#specs).filter(([file]) => existsSync(join(ROOT, file)));
    const unfinished = `${FILE}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(Object.fromEntries(known)));
    renameSync(unfinished, FILE);
  }

  /** Makes this machine's times the defaults of a fresh clone. */
  publish() {
    const specs = Object.entries(this.#specs).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const seconds = Object.fromEntries(specs.map(([file, spec]) => [file, spec.seconds]));
    writeFileSync(USUAL, `${JSON.stringify(seconds, null, 2)}\n`);
  }
}
