import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 10;
const GROWTH = 1.5;
const LONGEST_MS = 100;

/**
 * Growing pauses between polls: an early result is seen early, and a long wait, as on a slow machine, adds little load.
 *
 *     for (const pause = growingPauses(); !(await isSo()); await pause());
 */
export function growingPauses(): () => Promise<void> {
  let pauseMs = FIRST_MS;
  return async () => {
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * GROWTH, LONGEST_MS);
  };
}
