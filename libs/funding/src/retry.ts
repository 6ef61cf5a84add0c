/** How often and for how long the funding apps try again, as data: what waits how long is a rule like any other. */
import { backoffMs } from '@bellwether/errors';
import type { Backoff } from '@bellwether/errors';
import type { FailureStage } from './deposit';

export interface RetrySchedule extends Backoff {
  /** `null`: for ever, as only time is missing. */
  readonly maxAttempts: number | null;
}

export const RETRY_SCHEDULES = {
  /** No route, a bad quote, a refused transaction: markets come back. A day of it, then the user may have it back. */
  swap: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  bridge: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  sweep: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  /** Kept bytes, again until they land or cannot any more: about the pace of blocks. */
  broadcast: { firstMs: 500, lastMs: 1_000, maxAttempts: null },
  /** An attestation takes half a minute, and may take a day. */
  attestation: { firstMs: 1_000, lastMs: 60_000, maxAttempts: null },
  completion: { firstMs: 1_000, lastMs: 60_000, maxAttempts: null },
  /** The engine or the database is away. */
  engine: { firstMs: 250, lastMs: 10_000, maxAttempts: null },
} as const satisfies Readonly<Record<string, RetrySchedule>>;
export type RetryKind = keyof typeof RETRY_SCHEDULES;

/** How long to wait after the failure of `attempt` (from 1); `null` where it is given up. */
export function retryDelayMs(kind: RetryKind, attempt: number): number | null {
  const schedule: RetrySchedule = RETRY_SCHEDULES[kind];
  const isGivenUp = schedule.maxAttempts !== null && attempt >= schedule.maxAttempts;
  return isGivenUp ? null : backoffMs(schedule, attempt - 1);
}

/** When a failed deposit is tried again; `null` where it is given up. */
export function nextRetryAtMs(stage: FailureStage, attempt: number, nowMs: number): number | null {
  const delayMs = retryDelayMs(stage, attempt);
  return delayMs === null ? null : nowMs + delayMs;
}
