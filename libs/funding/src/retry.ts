/** The retry schedules of the funding apps, as data. */
import { backoffMs } from '@bellwether/errors';
import type { Backoff } from '@bellwether/errors';
import type { FailureStage } from './deposit';

export interface RetrySchedule extends Backoff {
  /** `null`: no limit, because waiting is enough. */
  readonly maxAttempts: number | null;
}

export const RETRY_SCHEDULES = {
  /** No route, a bad quote, or a refused transaction: markets recover. After a day the user may recover the tokens. */
  swap: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  bridge: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  sweep: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  /** Sends stored bytes again until they land or no longer can, about once per block. */
  broadcast: { firstMs: 500, lastMs: 1_000, maxAttempts: null },
  /** An attestation usually takes half a minute, and may take a day. */
  attestation: { firstMs: 1_000, lastMs: 60_000, maxAttempts: null },
  completion: { firstMs: 1_000, lastMs: 60_000, maxAttempts: null },
} as const satisfies Readonly<Record<string, RetrySchedule>>;
export type RetryKind = keyof typeof RETRY_SCHEDULES;

/** The delay after the failure of `attempt` (from 1). `null`: no more attempts. */
export function retryDelayMs(kind: RetryKind, attempt: number): number | null {
  const schedule: RetrySchedule = RETRY_SCHEDULES[kind];
  const isGivenUp = schedule.maxAttempts !== null && attempt >= schedule.maxAttempts;
  return isGivenUp ? null : backoffMs(schedule, attempt - 1);
}

/** When a failed deposit is retried. `null`: never. */
export function nextRetryAtMs(stage: FailureStage, attempt: number, nowMs: number): number | null {
  const delayMs = retryDelayMs(stage, attempt);
  return delayMs === null ? null : nowMs + delayMs;
}
