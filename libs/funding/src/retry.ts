/** How often and how long the funding apps retry, as data: backoff is a rule like any other. */
import type { FailureStage } from './deposit';

export interface RetrySchedule {
  readonly firstMs: number;
  /** The delays double up to this. */
  readonly lastMs: number;
  /** `null`: no limit, as only time is missing. */
  readonly maxAttempts: number | null;
}

export const RETRY_SCHEDULES = {
  /**
   * No route, a bad quote, a refused transaction: markets recover. After about a day the user may recover the
   * deposit.
   */
  swap: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  bridge: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  sweep: { firstMs: 5_000, lastMs: 900_000, maxAttempts: 100 },
  /** Stored bytes are broadcast until they land or cannot any more, at about the pace of blocks. */
  broadcast: { firstMs: 500, lastMs: 1_000, maxAttempts: null },
  /** An attestation takes half a minute, and at worst a day. */
  attestation: { firstMs: 1_000, lastMs: 60_000, maxAttempts: null },
  completion: { firstMs: 1_000, lastMs: 60_000, maxAttempts: null },
  /** The engine or the database is unavailable. */
  engine: { firstMs: 250, lastMs: 10_000, maxAttempts: null },
} as const satisfies Readonly<Record<string, RetrySchedule>>;
export type RetryKind = keyof typeof RETRY_SCHEDULES;

/** The delay after the failure of `attempt` (from 1); `null` for no further attempt. */
export function retryDelayMs(kind: RetryKind, attempt: number): number | null {
  const { firstMs, lastMs, maxAttempts }: RetrySchedule = RETRY_SCHEDULES[kind];
  if (maxAttempts !== null && attempt >= maxAttempts) return null;
  // 2^30 times any first delay exceeds every maximum.
  return Math.min(lastMs, firstMs * 2 ** Math.min(attempt - 1, 30));
}

/** When a failed deposit is retried; `null` for no further attempt. */
export function nextRetryAtMs(stage: FailureStage, attempt: number, nowMs: number): number | null {
  const delayMs = retryDelayMs(stage, attempt);
  return delayMs === null ? null : nowMs + delayMs;
}
