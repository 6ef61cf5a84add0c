import { CodedError } from '@bellwether/errors';
import type { ErrorDetails } from '@bellwether/errors';
import type { RateLimit } from './rate-limit';

const SECOND_MS = 1_000;

/**
 * Which limit, its size, and when the same request will be admitted. The fields are flat, as they also cross the bus.
 */
export const rateLimited = (name: string, limit: RateLimit, retryAfterMs: number): CodedError =>
  new CodedError('RATE_LIMITED', {
    limit: name,
    requests: limit.requests,
    per_seconds: limit.perMs / SECOND_MS,
    burst: limit.burst,
    retry_after_ms: retryAfterMs,
  });

/** The limit in such an error, wherever it was enforced. */
export function limitIn(details: ErrorDetails): { name: string; limit: RateLimit } | undefined {
  const { limit: name, requests, per_seconds: perSeconds, burst } = details;
  if (typeof name !== 'string' || typeof requests !== 'number') return undefined;
  if (typeof perSeconds !== 'number' || typeof burst !== 'number') return undefined;
  return { name, limit: { requests, perMs: perSeconds * SECOND_MS, burst } };
}
