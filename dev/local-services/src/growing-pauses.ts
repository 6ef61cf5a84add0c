import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MS = 10;
const GROWTH = 1.5;
const LONGEST_MS = 100;

/**
 * Pauses between questions to a world that takes its time: what comes soon is seen soon, and those who wait longer, as on
 * a busy machine, do not keep it busier still.
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
