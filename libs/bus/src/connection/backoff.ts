import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@bellwether/errors';
import { FIRST_RETRY_MS, LAST_RETRY_MS } from '../limits';

/** Delay before attempt `attempt` (from 0): exponential backoff, bounded, with up to a quarter of jitter. */
export const retryDelayMs = (attempt: number): number =>
  backoffMs({ firstMs: FIRST_RETRY_MS, lastMs: LAST_RETRY_MS }, attempt, Math.random());

/** Waits before attempt `attempt`. Rejects when `signal` is aborted. */
export const pause = (attempt: number, signal?: AbortSignal): Promise<void> =>
  sleep(retryDelayMs(attempt), undefined, signal ? { signal } : {});
