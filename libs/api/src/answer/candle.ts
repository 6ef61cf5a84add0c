/** A bucket of trades: prices in bp of YES, `volume` in contracts, `notional` in micro-USDC. */
export interface CandleBucket {
  readonly timeSeconds: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly notional: number;
  readonly trades: number;
}

/** `time` is the opening of the bucket in Unix seconds. */
export const presentCandle = ({ timeSeconds, ...bucket }: CandleBucket) => ({
  time: timeSeconds,
  open: bucket.open,
  high: bucket.high,
  low: bucket.low,
  close: bucket.close,
  volume: bucket.volume,
  notional: bucket.notional,
  trades: bucket.trades,
});
