/**
 * Loaded into an app before all else (`--import`): its `Date` goes wrong as a file says that is named after its process,
 * in the folder `folder` of this module's URL. `{"shiftMs": 3600000, "drift": 0.01}`; without the file it is right.
 * `.applied` beside it says by how much it is wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOK_MS = 50;
const RightDate = Date;
const folder = new URL(import.meta.url).searchParams.get('folder') ?? '';
const file = join(folder, `${process.pid}.json`);
let text = '';
let wrong = { shiftMs: 0, drift: 0, sinceMs: 0 };

function look() {
  let now = '';
  try {
    now = readFileSync(file, 'utf8');
  } catch {
    // Right.
  }
  if (now === text) return;
  text = now;
  const { shiftMs = 0, drift = 0 } = now === '' ? {} : JSON.parse(now);
  wrong = { shiftMs, drift, sinceMs: RightDate.now() };
  writeFileSync(`${file}.applied`, String(Date.now() - RightDate.now()));
}

const wrongNowMs = () => {
  const nowMs = RightDate.now();
  return Math.round(nowMs + wrong.shiftMs + wrong.drift * (nowMs - wrong.sinceMs));
};

globalThis.Date = class extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [wrongNowMs()] : given));
  }
  static now() {
    return wrongNowMs();
  }
};
setInterval(look, LOOK_MS).unref();
