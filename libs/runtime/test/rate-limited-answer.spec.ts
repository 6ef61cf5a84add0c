/** What a caller sees of a limit that another process enforced: its error comes over the bus, as plain details. */
import { describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import { errorAnswer } from '../src/http/error-answer';
import { limitIn, rateLimited } from '../src/http/rate-limits/rate-limited';

const ORDERS = { requests: 40, perMs: 1_000, burst: 120 };

describe('the answer to one request too many', () => {
  it.each([
    [1, '1'],
    [999, '1'],
    [1_000, '1'],
    [1_001, '2'],
    [36_000_000, '36000'],
  ])('after %d ms says Retry-After: %s', (retryAfterMs, seconds) => {
    const error = rateLimited('user_orders', ORDERS, retryAfterMs);
    const { status, headers, body } = errorAnswer(error, 'r-1');
    expect(status).toBe(429);
    expect(headers).toEqual({
      'retry-after': seconds,
      'ratelimit-limit': '120',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '3',
      'ratelimit-policy': '120;w=3;comment="user_orders"',
    });
    expect(body.error).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      request_id: 'r-1',
      details: {
        limit: 'user_orders',
        requests: 40,
        per_seconds: 1,
        burst: 120,
        retry_after_ms: retryAfterMs,
      },
    });
  });

  it('has facts that are flat texts and integers, which cross the bus as they are', () => {
    const { details } = rateLimited('faucet', { requests: 30, perMs: 60_000, burst: 20 }, 5);
    for (const fact of Object.values(details)) {
      expect(typeof fact === 'string' || Number.isSafeInteger(fact)).toBe(true);
    }
    expect(limitIn(details)).toEqual({
      name: 'faucet',
      limit: { requests: 30, perMs: 60_000, burst: 20 },
    });
  });

  it('without facts is still a 429 that says when', () => {
    const { status, headers } = errorAnswer(new CodedError('RATE_LIMITED'), 'r-2');
    expect([status, headers]).toEqual([429, { 'retry-after': '1' }]);
  });
});
