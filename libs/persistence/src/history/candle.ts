/** Candles as values: which buckets a request covers, and what buckets without trades contain. */
import { assert } from '@bellwether/errors';

/** Seconds per interval. Buckets open at whole multiples since 1970, so a day is a UTC day. */
export const CANDLE_INTERVALS = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3_600,
  '1d': 86_400,
} as const;
export type CandleInterval = keyof typeof CANDLE_INTERVALS;

export const DEFAULT_CANDLES = 200;
/** A day of minute candles plus one hour; about 170 kB of JSON. */
export const MAX_CANDLES = 1_500;

/**
 * Prices in bp of YES; `timeSeconds` is the bucket's opening time, `volume` in contracts, `notional` the contracts at
 * their YES prices in micro-USDC (null: more than JSON's numbers hold), `trades` the number of trades.
 */
export interface Candle {
  readonly timeSeconds: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly notional: number | null;
  readonly trades: number;
}

/** `count` buckets from the one that opens at `firstSeconds` to the one before `endSeconds`. */
export interface BucketWindow {
  readonly intervalSeconds: number;
  readonly firstSeconds: number;
  readonly endSeconds: number;
  readonly count: number;
}

export const bucketOf = (timeSeconds: number, intervalSeconds: number): number =>
  Math.floor(timeSeconds / intervalSeconds) * intervalSeconds;

/**
 * The buckets that open in [from, to), from the first trade's bucket to the present one. Without `fromSeconds`, the
 * last `defaultCount` of them.
 */
export function bucketWindow(request: {
  readonly intervalSeconds: number;
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
  readonly nowSeconds: number;
  readonly firstTradeSeconds: number;
  readonly defaultCount: number;
}): BucketWindow {
  const { intervalSeconds, fromSeconds, toSeconds, nowSeconds, firstTradeSeconds } = request;
  const firstAtOrAfter = (seconds: number) =>
    Math.ceil(seconds / intervalSeconds) * intervalSeconds;
  const endOfNow = bucketOf(nowSeconds, intervalSeconds) + intervalSeconds;
  const endSeconds =
    toSeconds === undefined ? endOfNow : Math.min(endOfNow, firstAtOrAfter(toSeconds));
  const wanted =
    fromSeconds === undefined
      ? endSeconds - request.defaultCount * intervalSeconds
      : firstAtOrAfter(fromSeconds);
  const firstSeconds = Math.max(wanted, bucketOf(firstTradeSeconds, intervalSeconds));
  const count = Math.max(0, (endSeconds - firstSeconds) / intervalSeconds);
  return { intervalSeconds, firstSeconds, endSeconds, count };
}

/**
 * Every bucket of the window: those with trades unchanged, those without at the preceding close with volume 0.
 *
 * @param candles the candles with trades in this window, oldest first
 * @param closeBefore the last close before the window; null if the market had not traded yet
 */
export function fillCandles(
  candles: readonly Candle[],
  closeBefore: number | null,
  { intervalSeconds, firstSeconds, count }: BucketWindow,
): Candle[] {
  const filled: Candle[] = [];
  let close = closeBefore;
  let next = 0;
  for (let bucket = 0; bucket < count; bucket++) {
    const timeSeconds = firstSeconds + bucket * intervalSeconds;
    const candle = candles[next];
    if (candle?.timeSeconds === timeSeconds) {
      filled.push(candle);
      close = candle.close;
      next++;
    } else if (close !== null) {
      filled.push(emptyCandle(timeSeconds, close));
    }
  }
  assert(next === candles.length, 'each candle stands in a bucket of the window');
  return filled;
}

const emptyCandle = (timeSeconds: number, close: number): Candle => ({
  timeSeconds,
  open: close,
  high: close,
  low: close,
  close,
  volume: 0,
  notional: 0,
  trades: 0,
});
