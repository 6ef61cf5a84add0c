import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { bucketWindow, fillCandles } from './candle';
import type { Candle } from './candle';

const candle = (timeSeconds: number, open: number, close = open): Candle => ({
  timeSeconds,
  open,
  high: Math.max(open, close),
  low: Math.min(open, close),
  close,
  volume: 5,
  notional: 5 * open * 100,
  trades: 1,
});

const empty = (timeSeconds: number, close: number): Candle => ({
  ...candle(timeSeconds, close),
  volume: 0,
  notional: 0,
  trades: 0,
});

describe('the buckets a request means', () => {
  const base = {
    intervalSeconds: 60,
    nowSeconds: 6_030,
    firstTradeSeconds: 605,
    defaultCount: 10,
  };

  it.each([
    ['default: the last ones, now included', {}, 5_460, 6_060, 10],
    ['a first trade later than that', { firstTradeSeconds: 5_955 }, 5_940, 6_060, 2],
    ['from is inclusive', { fromSeconds: 5_940 }, 5_940, 6_060, 2],
    ['from within a bucket: the next one', { fromSeconds: 5_941 }, 6_000, 6_060, 1],
    ['to is exclusive', { fromSeconds: 5_880, toSeconds: 6_000 }, 5_880, 6_000, 2],
    [
      'to within a bucket takes that bucket',
      { fromSeconds: 5_880, toSeconds: 6_001 },
      5_880,
      6_060,
      3,
    ],
    ['to alone: the last ones before it', { toSeconds: 3_000 }, 2_400, 3_000, 10],
    ['none before the first trade', { fromSeconds: 0, toSeconds: 660 }, 600, 660, 1],
    ['none in the future', { fromSeconds: 6_000, toSeconds: 99_999 }, 6_000, 6_060, 1],
  ])('%s', (_, request, firstSeconds, endSeconds, count) => {
    const window = bucketWindow({ ...base, ...request });
    expect(window).toEqual({ intervalSeconds: 60, firstSeconds, endSeconds, count });
  });

  it.each([
    ['an empty range', { fromSeconds: 3_000, toSeconds: 3_000 }],
    ['a range that ends before it begins', { fromSeconds: 3_000, toSeconds: 2_000 }],
    ['a range before the first trade', { fromSeconds: 0, toSeconds: 600 }],
    ['a range in the future', { fromSeconds: 6_060, toSeconds: 9_000 }],
  ])('%s has none', (_, request) => {
    expect(bucketWindow({ ...base, ...request }).count).toBe(0);
  });

  it('are days of UTC for an interval of a day', () => {
    const noonSeconds = Date.UTC(2026, 10, 20, 12) / 1_000;
    const window = bucketWindow({
      ...base,
      intervalSeconds: 86_400,
      nowSeconds: noonSeconds,
      firstTradeSeconds: noonSeconds,
    });
    expect(window.firstSeconds).toBe(Date.UTC(2026, 10, 20) / 1_000);
    expect(window.count).toBe(1);
  });
});

describe('empty buckets', () => {
  const window = { intervalSeconds: 60, firstSeconds: 600, endSeconds: 900, count: 5 };

  it('carry the last close with volume 0', () => {
    expect(fillCandles([candle(660, 4_000, 4_500), candle(780, 4_600)], 3_000, window)).toEqual([
      empty(600, 3_000),
      candle(660, 4_000, 4_500),
      empty(720, 4_500),
      candle(780, 4_600),
      empty(840, 4_600),
    ]);
  });

  it('are left out before the first trade', () => {
    expect(fillCandles([candle(720, 4_000)], null, window)).toEqual([
      candle(720, 4_000),
      empty(780, 4_000),
      empty(840, 4_000),
    ]);
  });

  it('are all there is in a window without trades', () => {
    expect(fillCandles([], 1_234, window).map(({ close }) => close)).toEqual(
      Array.from({ length: 5 }, () => 1_234),
    );
    expect(fillCandles([], null, window)).toEqual([]);
  });

  it('never hide a candle that lies outside the window', () => {
    expect(() => fillCandles([candle(540, 4_000)], null, window)).toThrow('bucket of the window');
  });

  it('change no candle, and close the gaps between them', () => {
    const buckets = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 });
    fc.assert(
      fc.property(buckets, fc.option(fc.integer({ min: 1, max: 9_999 })), (taken, closeBefore) => {
        const candles = taken
          .toSorted((a, b) => a - b)
          .map((bucket) => candle(bucket * 300, 100 + bucket, 200 + bucket));
        const whole = { intervalSeconds: 300, firstSeconds: 0, endSeconds: 12_300, count: 41 };
        const filled = fillCandles(candles, closeBefore, whole);
        expect(filled.filter(({ trades }) => trades > 0)).toEqual(candles);
        const gaps = filled
          .slice(1)
          .map((one, index) => one.timeSeconds - filled[index]!.timeSeconds);
        expect(gaps.every((seconds) => seconds === 300)).toBe(true);
        const carried = filled.filter(
          ({ trades, open }, index) =>
            trades > 0 || open === (filled[index - 1]?.close ?? closeBefore),
        );
        expect(carried).toEqual(filled);
        expect(filled.at(-1)?.timeSeconds ?? 12_000).toBe(12_000);
      }),
    );
  });
});
