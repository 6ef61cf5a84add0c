/** Candles as three rows for the chart, continued by trades: the last value is always the last trade. */
import type { Candle, Trade } from '@bellwether/client';

export const RANGES = [
  { value: '1h', label: '1H', interval: '1m', seconds: 3_600, step: 60 },
  { value: '6h', label: '6H', interval: '5m', seconds: 21_600, step: 300 },
  { value: '1d', label: '1D', interval: '15m', seconds: 86_400, step: 900 },
  { value: '1w', label: '1W', interval: '1h', seconds: 604_800, step: 3_600 },
  { value: 'all', label: 'All', interval: '1d', seconds: null, step: 86_400 },
] as const;
export type Range = (typeof RANGES)[number];

const CERTAIN_BPS = 10_000;

/** Times in Unix seconds, closes in basis points of Yes, volumes in contracts: of equal length. */
export interface Series {
  readonly times: number[];
  readonly closes: number[];
  readonly volumes: number[];
  /** The last trade that the newest candle contains. */
  readonly seenTrade: number;
}

/** Steps without a trade keep the last price, as the exchange's own candles do. */
export function seriesOf(candles: readonly Candle[], seenTrade: number): Series {
  const first = candles.findIndex(({ trades }) => trades > 0);
  const shown = first === -1 ? [] : candles.slice(first);
  return {
    times: shown.map(({ time }) => time),
    closes: shown.map(({ close }) => close),
    volumes: shown.map(({ volume }) => volume),
    seenTrade,
  };
}

export const yesPriceOf = ({ outcome, price }: Pick<Trade, 'outcome' | 'price'>): number =>
  outcome === 'yes' ? price : CERTAIN_BPS - price;

/** Adds a trade that happened after the candles were read. */
export function addTrade(series: Series, trade: Trade, step: number): void {
  const { times, closes, volumes } = series;
  const start = Math.floor(trade.time / step) * step;
  const last = times.at(-1);
  if (last === undefined || start > last) {
    times.push(start);
    closes.push(yesPriceOf(trade));
    volumes.push(trade.size);
    return;
  }
  closes[closes.length - 1] = yesPriceOf(trade);
  volumes[volumes.length - 1] = (volumes.at(-1) ?? 0) + trade.size;
}
