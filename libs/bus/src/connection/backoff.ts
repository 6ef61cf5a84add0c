import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_RETRY_MS, LAST_RETRY_MS } from '../limits';

/** How long to wait before attempt `attempt` (from 0): doubling, bounded, with up to a quarter at random. */
export const retryDelayMs = (attempt: number): number => {
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 20), LAST_RETRY_MS);
  return delayMs * (1 + Math.random() / 4);
};

/** Waits before attempt `attempt`; rejects as soon as `signal` is aborted. */
export const pause = (attempt: number, signal?: AbortSignal): Promise<void> =>
  sleep(retryDelayMs(attempt), undefined, signal ? { signal } : {});
