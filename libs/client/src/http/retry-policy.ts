import { backoffMs } from '@bellwether/errors';
import {
  ATTEMPT_TIMEOUT_MS,
  DEADLINE_MS,
  FIRST_PAUSE_MS,
  LONGEST_PAUSE_MS,
  MAX_ATTEMPTS,
} from '../limits';

export interface RetryPolicy {
  readonly attemptTimeoutMs: number;
  /** Covers all attempts and pauses of a call. */
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  attemptTimeoutMs: ATTEMPT_TIMEOUT_MS,
  deadlineMs: DEADLINE_MS,
  maxAttempts: MAX_ATTEMPTS,
  firstPauseMs: FIRST_PAUSE_MS,
  longestPauseMs: LONGEST_PAUSE_MS,
};

/**
 * The pause after an attempt, the first being 1: a random part of a bound that doubles, so that clients that failed
 * together do not return together; never shorter than the exchange requires.
 *
 * @param chance from 0 to below 1
 */
export function pauseMsAfter(
  attempt: number,
  policy: RetryPolicy,
  { chance, retryAfterSeconds }: { chance: number; retryAfterSeconds: number | null },
): number {
  const { firstPauseMs: firstMs, longestPauseMs: lastMs } = policy;
  const bound = backoffMs({ firstMs, lastMs }, attempt - 1);
  return (retryAfterSeconds ?? 0) * 1_000 + Math.floor(chance * bound);
}

/** @throws the signal's reason as soon as it is aborted */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    const aborted = (): void => {
      end();
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, ms);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
