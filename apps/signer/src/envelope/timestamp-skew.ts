import { MAX_TIMESTAMP_SKEW_SECONDS } from '../limits';

const MILLISECOND_DIGITS = 13;

/**
 * True if a timestamp (10 digits: seconds, 13: milliseconds) is within 30 s of the server's clock, both ends included.
 * It is compared in the unit in which it was sent, so that a client that sends whole seconds does not pay for the
 * fraction.
 */
export function isTimely(timestamp: string, nowMs: number): boolean {
  const sent = Number(timestamp);
  if (timestamp.length === MILLISECOND_DIGITS) {
    return Math.abs(nowMs - sent) <= MAX_TIMESTAMP_SKEW_SECONDS * 1_000;
  }
  return Math.abs(Math.floor(nowMs / 1_000) - sent) <= MAX_TIMESTAMP_SKEW_SECONDS;
}
