import { z } from 'zod';
import { count, micro, named, price, time } from './fields';
import type { Answer } from './fields';

/** A bucket of trades: prices in bp of YES, `volume` in contracts, `notional` in micro-USDC. */
export interface CandleBucket {
  readonly timeSeconds: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Null: more than JSON's numbers hold. */
  readonly notional: number | null;
  readonly trades: number;
}

const candle = named(
  'Candle',
  z.strictObject({
    time: time('Opening of the bucket', 1_795_255_200),
    open: price('Of the first trade, of YES', 4_400),
    high: price('Highest, of YES', 4_600),
    low: price('Lowest, of YES', 4_300),
    close: price('Of the last trade, of YES; an empty bucket carries the one before', 4_500),
    volume: count('Contracts traded', 120),
    notional: micro('Sum of size times YES price; null beyond 2^53 - 1', 53_700_000).nullable(),
    trades: count('How many trades', 4),
  }),
  'The trades of one bucket of time.',
);
export const candlesAnswer = named(
  'Candles',
  z.strictObject({
    candles: z.array(candle).meta({
      description:
        'Oldest first, without gaps from the first trade on: an empty bucket has volume 0',
    }),
  }),
  'The price history of a market. It outlives the resolution.',
);
export type CandlesAnswer = Answer<typeof candlesAnswer>;

/** `time` is the start of the bucket in Unix seconds. */
export const presentCandle = ({ timeSeconds, ...bucket }: CandleBucket): Answer<typeof candle> => ({
  time: timeSeconds,
  open: bucket.open,
  high: bucket.high,
  low: bucket.low,
  close: bucket.close,
  volume: bucket.volume,
  notional: bucket.notional,
  trades: bucket.trades,
});

export const presentCandles = (buckets: readonly CandleBucket[]): CandlesAnswer => ({
  candles: buckets.map(presentCandle),
});
