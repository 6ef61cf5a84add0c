import { HOURS_A_DAY, MS_AN_HOUR } from './limits';

/** A day's figures of a market. Null: not known yet, or nothing was traded so far. */
export interface DayFigures {
  /**
   * The last price less the one a day ago, in bp of YES. A market that began to trade within the day is compared with its
   * first trade.
   */
  readonly change24hBps: number | null;
  /** Contracts. Null only while it is not known. */
  readonly volume24h: number | null;
  /** The last price of each of 24 hours, oldest first; an hour without a trade has that of the hour before. */
  readonly sparkline: readonly (number | null)[];
}

/** The trades of one hour: `open` and `close` are its first and last price, in bp of YES. */
export interface TradedHour {
  /** Hours since 1970. */
  readonly hour: number;
  readonly open: number;
  readonly close: number;
  /** Contracts. */
  readonly volume: number;
}

/** Where a trade is in the stream of events. */
export interface TradePlace {
  readonly seq: number;
  readonly index: number;
}

export interface PlacedTrade extends TradePlace {
  readonly hour: number;
  /** Bp of YES. */
  readonly price: number;
  readonly quantity: number;
}

export const isAfter = (a: TradePlace, b: TradePlace): boolean =>
  a.seq > b.seq || (a.seq === b.seq && a.index > b.index);

export const hourOf = (timestampMs: number): number => Math.floor(timestampMs / MS_AN_HOUR);

export const UNKNOWN_DAY: DayFigures = {
  change24hBps: null,
  volume24h: null,
  sparkline: Array.from({ length: HOURS_A_DAY }, () => null),
};

/** The hours of one market's last day with trades, and the price before them. */
export class TradedHours {
  /** Oldest first. */
  private hours: TradedHour[];

  /** @param closeBefore the last price before these hours, null if there was no trade */
  constructor(
    hours: readonly TradedHour[] = [],
    private closeBefore: number | null = null,
  ) {
    this.hours = [...hours];
  }

  /** Trades come in the order of the journal, whose time never falls. Cost: O(1). */
  add(hour: number, price: number, quantity: number): void {
    const last = this.hours.at(-1);
    if (last?.hour === hour) {
      this.hours[this.hours.length - 1] = {
        ...last,
        close: price,
        volume: last.volume + quantity,
      };
      return;
    }
    this.hours.push({ hour, open: price, close: price, volume: quantity });
    this.forgetBefore(hour - HOURS_A_DAY + 1);
  }

  /** The day that ends with the hour `now`: that hour, and the 23 before it. */
  figures(now: number): DayFigures {
    const from = now - HOURS_A_DAY + 1;
    let before = this.closeBefore;
    let first: number | null = null;
    let volume24h = 0;
    const closes = new Map<number, number>();
    for (const { hour, open, close, volume } of this.hours) {
      if (hour < from) before = close;
      else {
        first ??= open;
        volume24h += volume;
        closes.set(hour, close);
      }
    }
    let price = before;
    const sparkline = Array.from(
      { length: HOURS_A_DAY },
      (_, index) => (price = closes.get(from + index) ?? price),
    );
    const reference = before ?? first;
    const change24hBps = price === null || reference === null ? null : price - reference;
    return { change24hBps, volume24h, sparkline };
  }

  /** As `figures` has it, for sorting many. Cost: O(hours with trades). */
  volume(now: number): number {
    const from = now - HOURS_A_DAY + 1;
    return this.hours.reduce((sum, { hour, volume }) => (hour < from ? sum : sum + volume), 0);
  }

  private forgetBefore(from: number): void {
    while (this.hours[0] !== undefined && this.hours[0].hour < from) {
      this.closeBefore = this.hours.shift()!.close;
    }
  }
}
