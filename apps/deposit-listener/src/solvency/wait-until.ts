import { setTimeout as sleep } from 'node:timers/promises';
import { ROUND_TIMEOUT_MS, ROUND_PAUSE_MS } from './limits';

/**
 * Asks until it is true.
 * @returns false if that took too long
 */
export async function waitUntil(isSo: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + ROUND_TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > untilMs) return false;
    await sleep(ROUND_PAUSE_MS);
  }
  return true;
}
