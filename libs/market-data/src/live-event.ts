import type { CatalogueEvent, EventView, MarketView } from '@bellwether/exchange';
import { LiveMarket } from './live-market';

export type EventTerms = Omit<EventView, 'markets'>;

/** An event with its markets. */
export class LiveEvent {
  /**
   * Counts changes to the event and its markets, books included: an answer built at the same version is still
   * current.
   */
  version = 0;
  /** The exchange archived the event and removed it. */
  isArchived = false;

  /** @param asOfSeq the event includes the engine's commands up to it */
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
