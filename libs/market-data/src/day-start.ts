import { byteKey } from '@bellwether/codec';
import { MAX_WAITING_TRADES } from './limits';
import type { LiveMarket } from './live-market';
import type { PlacedTrade, TradePlace, TradedHour } from './traded-hours';

/** The hours of markets as history has them, up to an event. A market without trades may be missing. */
export interface PastHours {
  /** The last event included. */
  readonly until: TradePlace;
  /** By `byteKey` of the market. */
  readonly markets: ReadonlyMap<
    string,
    { readonly hours: readonly TradedHour[]; readonly closeBefore: number | null }
  >;
}

/**
 * Joins history's hours with the stream's trades: history is taken up to its last event, and from the stream the trades
 * after it, those that waited and those to come. None is counted twice and none is missed, however far ahead history is,
 * as long as it has everything from before the wait began.
 */
export class DayStart {
  private readonly unknown = new Map<string, LiveMarket>();
  private waiting: { readonly market: LiveMarket; readonly trade: PlacedTrade }[] = [];
  private isFull = false;

  /** Markets whose day is not known yet. */
  get markets(): readonly LiveMarket[] {
    return [...this.unknown.values()];
  }

  expect(market: LiveMarket): void {
    this.unknown.set(byteKey(market.marketId), market);
  }

  forget(market: LiveMarket): void {
    this.unknown.delete(byteKey(market.marketId));
  }

  /** A trade of a market whose day is not known yet. */
  wait(market: LiveMarket, trade: PlacedTrade): void {
    if (this.waiting.length < MAX_WAITING_TRADES) this.waiting.push({ market, trade });
    else this.isFull = true;
  }

  /** Trades after this call wait; earlier ones must be in the history that is loaded. */
  begin(): void {
    this.waiting = [];
    this.isFull = false;
  }

  /**
   * @param past includes every event before `begin`
   * @returns the markets whose day is known now; null if too many trades came since: begin again
   */
  load({ until, markets }: PastHours): readonly LiveMarket[] | null {
    if (this.isFull) return null;
    const known = this.markets;
    for (const market of known) {
      const past = markets.get(byteKey(market.marketId));
      market.beginDay(past?.hours ?? [], past?.closeBefore ?? null, until);
    }
    for (const { market, trade } of this.waiting) market.addToDay(trade);
    this.unknown.clear();
    this.begin();
    return known;
  }
}
