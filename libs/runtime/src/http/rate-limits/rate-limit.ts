/**
 * A rate limit: `requests` in `perMs` on average, and `burst` at once after a pause. It is written as `40/s burst 120`
 * or `30/min burst 20`, in configuration and documents.
 */
import { z } from 'zod';

export interface RateLimit {
  readonly requests: number;
  /** The time in which `requests` become available again: a second or a minute. */
  readonly perMs: number;
  /** Requests at once, after a long enough pause. */
  readonly burst: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** A higher rate is no limit, as no process here answers so many requests in a second. */
const MOST_REQUESTS = 1_000_000;
const WRITTEN = /^(\d{1,7})\/(s|min) burst (\d{1,7})$/;
const EXPECTED = `must be written as "40/s burst 120" or "30/min burst 20", numbers from 1 to ${MOST_REQUESTS}`;

/** `undefined` if the text is not a limit. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const [, requestsText, unit, burstText] = WRITTEN.exec(text) ?? [];
  const [requests, burst] = [Number(requestsText), Number(burstText)];
  const areInRange = [requests, burst].every((count) => count >= 1 && count <= MOST_REQUESTS);
  return areInRange ? { requests, perMs: unit === 's' ? SECOND_MS : MINUTE_MS, burst } : undefined;
}

/** How long a used-up bucket takes to become empty. */
export const refillMs = ({ requests, perMs, burst }: RateLimit): number =>
  Math.ceil((burst * perMs) / requests);

/** A variable of the environment that contains a limit. */
export const rateVariable = (defaultLimit: RateLimit) =>
  z
    .string({ error: EXPECTED })
    .transform((text, context): RateLimit => {
      const limit = parseRateLimit(text);
      if (limit !== undefined) return limit;
      context.addIssue({ code: 'custom', message: EXPECTED });
      return z.NEVER;
    })
    .default(defaultLimit);
