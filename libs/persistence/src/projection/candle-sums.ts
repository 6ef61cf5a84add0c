import { MICRO_USDC_PER_BP, PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { Outcome } from '@bellwether/exchange';
import type { Records } from '../columns';
import { CANDLE_INTERVALS, bucketOf } from '../history/candle';
import { keyOf } from './row-key';

/** A candle, or what some trades add to one. 921 of the largest trades pass 2^53: `notional` is a bigint. */
export type CandleRow = Records['Candle'];

export interface CandleTrade {
  readonly marketId: Uint8Array;
  readonly price: number;
  readonly outcome: Outcome;
  readonly quantity: number;
  readonly timestampMs: number;
}

const INTERVALS = Object.values(CANDLE_INTERVALS);

/** While it is summed. */
type Sum = { -readonly [Field in keyof CandleRow]: CandleRow[Field] };

/** Sums what trades, in order, add to the candles of all intervals. */
export class CandleSums {
  private readonly sums: Sum[] = [];
  /** By market: for each interval, the sums by opening time. */
  private readonly sumsOf = new Map<string, Map<number, Sum>[]>();

  add(trade: CandleTrade): void {
    const intervals = this.intervalsOf(trade.marketId);
    for (const [at, intervalSeconds] of INTERVALS.entries()) {
      const opening = openingOf(trade, intervalSeconds);
      const sum = intervals[at]!.get(opening);
      if (sum !== undefined) {
        addTo(sum, trade);
        continue;
      }
      const first = firstOf(trade, intervalSeconds, opening);
      intervals[at]!.set(opening, first);
      this.sums.push(first);
    }
  }

  /** One a market, interval and opening time. */
  rows(): readonly CandleRow[] {
    return this.sums;
  }

  private intervalsOf(marketId: Uint8Array): Map<number, Sum>[] {
    const key = keyOf(marketId);
    const known = this.sumsOf.get(key);
    if (known !== undefined) return known;
    const intervals = INTERVALS.map(() => new Map<number, Sum>());
    this.sumsOf.set(key, intervals);
    return intervals;
  }
}

const openingOf = ({ timestampMs }: CandleTrade, intervalSeconds: number): number =>
  bucketOf(Math.floor(timestampMs / 1_000), intervalSeconds);

/** A trade's price in terms of YES. The taker's price is of YES, or of NO, its complement. */
export const yesPrice = ({ price, outcome }: Pick<CandleTrade, 'price' | 'outcome'>): number =>
  outcome === 'yes' ? price : PRICE_SCALE_BPS - price;

/** At most 10^7 contracts at 9,999 bp: below 10^13. */
const notionalOf = (trade: CandleTrade): bigint =>
  BigInt(yesPrice(trade) * trade.quantity * MICRO_USDC_PER_BP);

function firstOf(trade: CandleTrade, intervalSeconds: number, timeSeconds: number): Sum {
  const price = yesPrice(trade);
  return {
    marketId: trade.marketId,
    intervalSeconds,
    timeSeconds,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: trade.quantity,
    notional: notionalOf(trade),
    trades: 1,
  };
}

function addTo(sum: Sum, trade: CandleTrade): void {
  const price = yesPrice(trade);
  sum.high = Math.max(sum.high, price);
  sum.low = Math.min(sum.low, price);
  sum.close = price;
  sum.volume += trade.quantity;
  sum.notional += notionalOf(trade);
  sum.trades++;
}
