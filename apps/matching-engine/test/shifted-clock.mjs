/**
 * Loaded before a program (`node --import`): its wall clock is off by the milliseconds that stand in the file `CLOCK_FILE`
 * names, as they are at each moment, and goes too fast by so many parts of a million from the second word on. Its monotonic
 * clock is the host's, as on a host whose wall clock is set.
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
  // A file that is being written is empty for a moment.
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
