import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@bellwether/errors';
import { FIRST_RETRY_MS, LAST_RETRY_MS } from '../limits';

/** How long to wait before attempt `attempt` (from 0): doubling, bounded, with up to a quarter at random. */
export const retryDelayMs = (attempt: number): number =>
  backoffMs({ firstMs: FIRST_RETRY_MS, lastMs: LAST_RETRY_MS }, attempt, Math.random());

/** Waits before attempt `attempt`; rejects as soon as `signal` is aborted. */
export const pause = (attempt: number, signal?: AbortSignal): Promise<void> =>
  sleep(retryDelayMs(attempt), undefined, signal ? { signal } : {});
