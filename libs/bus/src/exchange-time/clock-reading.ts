/**
 * A reading of another clock. It was taken between the request and the arrival of its answer, so the round trip bounds
 * the error, however the network divides it (Cristian, 1989). Nothing here reads a clock.
 */
import { MAX_CLOCK_ERROR_MS, MAX_CLOCK_READING_MS } from './limits';

/** `sentMs` and `receivedMs` of a clock that rises steadily; `publishedMs` Unix time, cut to the millisecond. */
export interface ClockReading {
  readonly sentMs: number;
  /** Our wall clock then: if it jumps meanwhile, the machine may have slept during the request. */
  readonly sentWallMs: number;
  readonly receivedMs: number;
  readonly publishedMs: number;
}

/** Milliseconds, both ends included. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** The truncation is less than this. */
const CUT_MS = 1;

/** The other clock less the steady one. */
export const offsetBounds = ({ sentMs, receivedMs, publishedMs }: ClockReading): Bounds => ({
  low: publishedMs - receivedMs,
  high: publishedMs + CUT_MS - sentMs,
});

/** @param offsetMs our time less the steady clock @returns the other clock less our time */
export function differenceBounds(reading: ClockReading, offsetMs: number): Bounds {
  const { low, high } = offsetBounds(reading);
  return { low: low - offsetMs, high: high - offsetMs };
}

/** `open`: unknown, as the answer took too long. */
export type ClockJudgement = 'agrees' | 'differs' | 'open';

/** Whether two clocks are within `MAX_CLOCK_ERROR_MS`, if that is certain. */
export function judgeDifference({ low, high }: Bounds): ClockJudgement {
  if (low > MAX_CLOCK_ERROR_MS || high < -MAX_CLOCK_ERROR_MS) return 'differs';
  const isWithin = low >= -MAX_CLOCK_ERROR_MS && high <= MAX_CLOCK_ERROR_MS;
  return isWithin && high - low <= MAX_CLOCK_READING_MS ? 'agrees' : 'open';
}

export const middleOf = ({ low, high }: Bounds): number => (low + high) / 2;

/** The value within the bounds that is nearest: what was known before stays, as far as it can be true. */
export const nearestWithin = ({ low, high }: Bounds, value: number): number =>
  Math.min(Math.max(value, low), high);
