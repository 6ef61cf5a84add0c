import { describe, expect, it } from 'vitest';
import { START_MS, key32 } from '../../test/event-script';
import { CandleSums } from './candle-sums';
import type { CandleTrade } from './candle-sums';

const trade = (fields: Partial<CandleTrade>): CandleTrade => ({
  marketId: key32(100),
  price: 5_000,
  outcome: 'yes',
  quantity: 1,
  timestampMs: START_MS,
  ...fields,
});

function rowsOf(trades: readonly CandleTrade[], intervalSeconds: number) {
  const sums = new CandleSums();
  for (const one of trades) sums.add(one);
  return sums.rows().filter((row) => row.intervalSeconds === intervalSeconds);
}

const START_SECONDS = START_MS / 1_000;

describe('candles of trades', () => {
  it('open with the first, close with the last, and span all prices between', () => {
    const trades = [4_000, 6_500, 3_000, 4_200].map((price, index) =>
      trade({ price, quantity: 10, timestampMs: START_MS + index * 1_000 }),
    );
    expect(rowsOf(trades, 60)).toEqual([
      {
        marketId: key32(100),
        intervalSeconds: 60,
        timeSeconds: START_SECONDS,
        open: 4_000,
        high: 6_500,
        low: 3_000,
        close: 4_200,
        volume: 40,
        notional: (4_000n + 6_500n + 3_000n + 4_200n) * 10n * 100n,
        trades: 4,
      },
    ]);
  });

  it('are in YES terms: a NO price of 3000 is 7000', () => {
    const [row] = rowsOf([trade({ outcome: 'no', price: 3_000, quantity: 2 })], 60);
    expect(row).toMatchObject({ open: 7_000, notional: 7_000n * 2n * 100n });
  });

  it('begin anew at the first millisecond of a bucket', () => {
    const before = trade({ timestampMs: START_MS + 59_999, price: 1_000 });
    const after = trade({ timestampMs: START_MS + 60_000, price: 2_000 });
    expect(rowsOf([before, after], 60).map((row) => [row.timeSeconds, row.open])).toEqual([
      [START_SECONDS, 1_000],
      [START_SECONDS + 60, 2_000],
    ]);
    expect(rowsOf([before, after], 300)).toMatchObject([{ open: 1_000, close: 2_000, trades: 2 }]);
  });

  it.each([60, 300, 900, 3_600, 86_400])('exist for buckets of %i seconds', (seconds) => {
    const [row] = rowsOf([trade({ timestampMs: START_MS + 3_723_000 })], seconds);
    expect(row?.timeSeconds).toBe(Math.floor((START_SECONDS + 3_723) / seconds) * seconds);
  });

  it('are kept a market', () => {
    const rows = rowsOf([trade({}), trade({ marketId: key32(101), price: 1_000 })], 60);
    expect(rows.map(({ open }) => open)).toEqual([5_000, 1_000]);
  });
});
