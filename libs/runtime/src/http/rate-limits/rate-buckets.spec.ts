/** Tests the bucket by tables and against its definition, without a clock. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { RateBuckets } from './rate-buckets';
import { parseRateLimit, refillMs } from './rate-limit';
import type { RateLimit } from './rate-limit';

const limit = (text: string): RateLimit => {
  const parsed = parseRateLimit(text);
  if (parsed === undefined) throw new Error(`${text} is no limit`);
  return parsed;
};
const ORDERS = limit('40/s burst 120');

describe('a limit as it is written', () => {
  it.each([
    ['40/s burst 120', { requests: 40, perMs: 1_000, burst: 120 }],
    ['30/min burst 20', { requests: 30, perMs: 60_000, burst: 20 }],
    ['1000000/s burst 1000000', { requests: 1_000_000, perMs: 1_000, burst: 1_000_000 }],
  ])('%s', (text, parsed) => {
    expect(parseRateLimit(text)).toEqual(parsed);
  });

  it.each(['', '40', '40/s', '40/h burst 1', '0/s burst 1', '1/s burst 0', '-1/s burst 1'])(
    '%j is none',
    (text) => expect(parseRateLimit(text)).toBeUndefined(),
  );
  it.each(['1.5/s burst 3', '40/s  burst 120', '1000001/s burst 1', ' 1/s burst 1'])(
    '%j is none either',
    (text) => expect(parseRateLimit(text)).toBeUndefined(),
  );

  it('says when all of a burst is there again', () => {
    expect(refillMs(ORDERS)).toBe(3_000);
    expect(refillMs(limit('30/min burst 20'))).toBe(40_000);
  });
});

describe('a request of some weight', () => {
  it('counts as so many, and comes back as so many', () => {
    const buckets = new RateBuckets(10);
    expect(buckets.take('a', ORDERS, 0, 50)).toMatchObject({ isAdmitted: true, remaining: 70 });
    expect(buckets.take('a', ORDERS, 0, 50)).toMatchObject({ isAdmitted: true, remaining: 20 });
    // 30 more than the burst, at 40 a second.
    expect(buckets.take('a', ORDERS, 0, 50)).toMatchObject({
      isAdmitted: false,
      retryAfterMs: 750,
    });
    expect(buckets.remaining('a', ORDERS, 0)).toBe(20);
    expect(buckets.remaining('another', ORDERS, 0)).toBe(120);
    expect(buckets.size).toBe(1);
    buckets.giveBack('a', ORDERS, 0, 49);
    expect(buckets.take('a', ORDERS, 0, 50)).toMatchObject({ isAdmitted: true, remaining: 19 });
  });

  it('beyond a burst counts as a whole one: it is admitted after a rest', () => {
    const buckets = new RateBuckets(10);
    expect(buckets.take('a', ORDERS, 0, 1_000)).toMatchObject({ isAdmitted: true, remaining: 0 });
    expect(buckets.take('a', ORDERS, 0, 1_000)).toMatchObject({ retryAfterMs: 3_000 });
  });
});

describe('a bucket', () => {
  /** [time, requests, how many of them are admitted, what remains, when the next is admitted] */
  it.each<[string, [number, number, number, number, number][]]>([
    ['takes a burst at once and no more', [[0, 200, 120, 0, 25]]],
    [
      'lets one in every 25 ms after it',
      [
        [0, 120, 120, 0, 0],
        [24, 1, 0, 0, 1],
        [25, 1, 1, 0, 0],
      ],
    ],
    [
      'takes 40 a second on average',
      [
        [0, 120, 120, 0, 0],
        [1_000, 100, 40, 0, 25],
      ],
    ],
    [
      'is full again after three seconds',
      [
        [0, 120, 120, 0, 0],
        [3_000, 200, 120, 0, 25],
      ],
    ],
    [
      'gives nothing extra for a longer rest',
      [
        [0, 1, 1, 119, 0],
        [99_000, 200, 120, 0, 25],
      ],
    ],
    [
      'charges nothing for what it refuses',
      [
        [0, 120, 120, 0, 0],
        [0, 500, 0, 0, 25],
        [25, 1, 1, 0, 0],
      ],
    ],
    [
      'stands still while the clock is behind',
      [
        [5_000, 120, 120, 0, 0],
        [4_000, 1, 0, 0, 25],
        [4_025, 1, 1, 0, 0],
      ],
    ],
  ])('%s', (_title, steps) => {
    const buckets = new RateBuckets(10);
    for (const [atMs, times, admitted, remaining, retryAfterMs] of steps) {
      const decisions = Array.from({ length: times }, () => buckets.take('a', ORDERS, atMs));
      expect(decisions.filter(({ isAdmitted }) => isAdmitted).length).toBe(admitted);
      expect(decisions.at(-1)).toMatchObject({ remaining, retryAfterMs });
    }
  });

  it('tells when all of it is there again', () => {
    const buckets = new RateBuckets(10);
    expect(buckets.take('a', ORDERS, 0)).toMatchObject({ remaining: 119, resetAfterMs: 25 });
    expect(buckets.take('a', ORDERS, 0)).toMatchObject({ remaining: 118, resetAfterMs: 50 });
  });

  it('is one a key', () => {
    const buckets = new RateBuckets(10);
    const once = limit('1/s burst 1');
    expect(['a', 'b', 'a'].map((key) => buckets.take(key, once, 0).isAdmitted)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('takes what must pass as far as it goes, and is no emptier for it than empty', () => {
    const buckets = new RateBuckets(10);
    for (let count = 0; count < 1_000; count++) buckets.takeAlways('a', ORDERS, 0);
    expect(buckets.take('a', ORDERS, 0)).toMatchObject({ isAdmitted: false, retryAfterMs: 25 });
    expect(buckets.take('a', ORDERS, 25).isAdmitted).toBe(true);
  });

  it('gives back what was taken, and no more', () => {
    const buckets = new RateBuckets(10);
    const twice = limit('1/s burst 2');
    buckets.take('a', twice, 0);
    for (let count = 0; count < 5; count++) buckets.giveBack('a', twice, 0);
    const admitted = [1, 2, 3].map(() => buckets.take('a', twice, 0).isAdmitted);
    expect(admitted).toEqual([true, true, false]);
  });

  it('never lets more through in any span of time than a burst and its rate', () => {
    const rates = fc.record({
      requests: fc.integer({ min: 1, max: 3_000 }),
      perMs: fc.constantFrom(1_000, 60_000),
      burst: fc.integer({ min: 1, max: 50 }),
    });
    const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 120 });
    fc.assert(
      fc.property(rates, pauses, (rate, waits) => {
        const buckets = new RateBuckets(1);
        const admitted: number[] = [];
        let nowMs = 0;
        for (const wait of waits) {
          nowMs += wait;
          if (buckets.take('a', rate, nowMs).isAdmitted) admitted.push(nowMs);
        }
        const excess = admitted.flatMap((fromMs, from) =>
          admitted.slice(from).map((toMs, further) => {
            const most = rate.burst + ((toMs - fromMs) * rate.requests) / rate.perMs;
            return further + 1 - most;
          }),
        );
        expect(Math.max(0, ...excess)).toBe(0);
      }),
    );
  });

  it('is right about when to come back', () => {
    const rates = fc.record({
      requests: fc.integer({ min: 1, max: 3_000 }),
      perMs: fc.constantFrom(1_000, 60_000),
      burst: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(rates, fc.nat({ max: 1_000 }), (rate, startMs) => {
        const used = () => {
          const buckets = new RateBuckets(1);
          for (let count = 0; count < rate.burst; count++) buckets.take('a', rate, startMs);
          return buckets;
        };
        const { retryAfterMs } = used().take('a', rate, startMs);
        expect(used().take('a', rate, startMs + retryAfterMs).isAdmitted).toBe(true);
        expect(used().take('a', rate, startMs + retryAfterMs - 1).isAdmitted).toBe(false);
      }),
    );
  });
});

describe('many buckets', () => {
  it('are never more than their maximum: the least recently used gives way', () => {
    const buckets = new RateBuckets(3);
    const once = limit('1/min burst 1');
    for (const key of ['a', 'b', 'c', 'd']) buckets.take(key, once, 0);
    expect(buckets.size).toBe(3);
    expect(buckets.take('d', once, 1).isAdmitted).toBe(false);
    expect(buckets.take('a', once, 1).isAdmitted).toBe(true);
  });

  it('shrink when they have run out, as others are used', () => {
    const buckets = new RateBuckets(10_000);
    for (let key = 0; key < 1_000; key++) buckets.take(`${key}`, ORDERS, 0);
    for (let count = 0; count < 600; count++) buckets.take('a', ORDERS, 10_000 + 25 * count);
    expect(buckets.size).toBe(1);
  });
});
