import type { CatalogueEvent, EventView, MarketView } from '@bellwether/exchange';
import { LiveMarket } from './live-market';

export type EventTerms = Omit<EventView, 'markets'>;

/** An event with its markets. */
export class LiveEvent {
  /** Counts what has changed in it and its markets, their books included: an answer made at the same version is still right. */
  version = 0;
  /** The exchange has forgotten it; its place is empty. */
  isArchived = false;

  /** @param asOfSeq what the engine's commands up to it made of it is in it */
  constructor(
    readonly terms: EventTerms,
    readonly markets: readonly LiveMarket[],
    readonly asOfSeq: number,
  ) {}

  static fromView(view: EventView, seq: number): LiveEvent {
    const { markets, ...terms } = view;
    const live = markets.map((market) => new LiveMarket(market, seq));
    return new LiveEvent(terms, live, seq);
  }

  static created(event: CatalogueEvent, seq: number): LiveEvent {
    const { markets, ...terms } = event;
    const live = markets.map((market: Pick<MarketView, 'marketId' | 'label' | 'status'>) => {
      return new LiveMarket(market, seq);
    });
    return new LiveEvent({ ...terms, createdSeq: seq }, live, seq);
  }

  view(): EventView {
    return { ...this.terms, markets: this.markets.map((market) => market.view()) };
  }
}
