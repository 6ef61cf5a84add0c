/** Waits between attempts. The first is `firstMs`; they double up to `lastMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly lastMs: number;
}

/** 2^30 times anything is past every last wait. */
const MAX_DOUBLINGS = 30;

/**
 * How long to wait before the next attempt.
 *
 * @param failures in a row before the one that is waited for, from 0
 * @param chance from 0 to below 1: up to a quarter more, so that those who failed together do not come back together
 */
export const backoffMs = ({ firstMs, lastMs }: Backoff, failures: number, chance = 0): number =>
  Math.min(lastMs, firstMs * 2 ** Math.min(failures, MAX_DOUBLINGS)) * (1 + chance / 4);
