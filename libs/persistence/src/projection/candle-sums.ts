import { toHex } from '@bellwether/codec';
import { MICRO_USDC_PER_BP, PRICE_SCALE_BPS } from '@bellwether/exchange';
import type { Outcome } from '@bellwether/exchange';
import { CANDLE_INTERVALS, bucketOf } from '../history/candle';
import type { Candle } from '../history/candle';

/** A candle, or what some trades add to one. */
export interface CandleRow extends Candle {
  readonly marketId: Uint8Array;
  readonly intervalSeconds: number;
}

export interface CandleTrade {
  readonly marketId: Uint8Array;
  readonly price: number;
  readonly outcome: Outcome;
  readonly quantity: number;
  readonly timestampMs: number;
}

const INTERVALS = Object.values(CANDLE_INTERVALS);

/** Sums what trades, in order, add to the candles of all intervals. */
export class CandleSums {
  private readonly sums = new Map<string, CandleRow>();

  add(trade: CandleTrade): void {
    const market = toHex(trade.marketId);
    const timeSeconds = Math.floor(trade.timestampMs / 1_000);
    for (const intervalSeconds of INTERVALS) {
      const opening = bucketOf(timeSeconds, intervalSeconds);
      const key = `${market}.${intervalSeconds}.${opening}`;
      const sum = this.sums.get(key);
      this.sums.set(
        key,
        sum === undefined ? firstOf(trade, intervalSeconds, opening) : withTrade(sum, trade),
      );
    }
  }

  rows(): CandleRow[] {
    return [...this.sums.values()];
  }
}

/** A trade's price in terms of YES. The taker's price is of YES, or of NO, its complement. */
export const yesPrice = ({ price, outcome }: Pick<CandleTrade, 'price' | 'outcome'>): number =>
  outcome === 'yes' ? price : PRICE_SCALE_BPS - price;

/** At most 10^7 contracts at 9,999 bp: below 10^13. */
const notionalOf = (trade: CandleTrade): number =>
  yesPrice(trade) * trade.quantity * MICRO_USDC_PER_BP;

function firstOf(trade: CandleTrade, intervalSeconds: number, timeSeconds: number): CandleRow {
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

function withTrade(sum: CandleRow, trade: CandleTrade): CandleRow {
  const price = yesPrice(trade);
  return {
    ...sum,
    high: Math.max(sum.high, price),
    low: Math.min(sum.low, price),
    close: price,
    volume: sum.volume + trade.quantity,
    notional: sum.notional + notionalOf(trade),
    trades: sum.trades + 1,
  };
}
