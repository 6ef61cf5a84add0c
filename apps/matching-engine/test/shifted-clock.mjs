/**
 * Loaded before a program (`node --import`), it shifts the program's wall clock. The file that `CLOCK_FILE` names holds
 * two numbers: milliseconds of shift, and drift in parts per million. A change of the file takes effect at once. The
 * monotonic clock stays the host's, as when the wall clock of a host is set.
 */
import { readFileSync, watch } from 'node:fs';

const file = process.env.CLOCK_FILE;
const rightNowMs = Date.now.bind(Date);
const RightDate = Date;
const startedMs = rightNowMs();
let shiftMs = 0;
let driftPpm = 0;

function read() {
  const [shift = '0', drift = '0'] = readFileSync(file, 'utf8').trim().split(' ');
  // A file that is being written may be empty for a moment.
  if (shift !== '') [shiftMs, driftPpm] = [Number(shift), Number(drift)];
}

const shiftedNowMs = () => {
  const nowMs = rightNowMs();
  return Math.floor(nowMs + shiftMs + ((nowMs - startedMs) * driftPpm) / 1e6);
};

class ShiftedDate extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [shiftedNowMs()] : given));
  }
  static now() {
    return shiftedNowMs();
  }
}
globalThis.Date = ShiftedDate;

if (file !== undefined) {
  read();
  watch(file, { persistent: false }, read);
}
