/** Which browser the trials run in: `CHROMIUM`, else Debian's. Nothing is downloaded. */
import { existsSync } from 'node:fs';

const DEBIANS = '/usr/bin/chromium';

/** @returns {string | undefined} */
export function browserPath() {
  const chosen = process.env.CHROMIUM ?? DEBIANS;
  return existsSync(chosen) ? chosen : undefined;
}

/** Where pictures of the screens go, for people. @returns {string | undefined} */
export const picturesFolder = () => process.env.SHOTS;
