import { z } from 'zod';
import { count, micro, named, price, seconds } from './fields';
import { from } from './inside';

const candle = named(
  'Candle',
  z.strictObject({
    time: from('timeSeconds', seconds('Opening of the bucket', 1_795_255_200)),
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
