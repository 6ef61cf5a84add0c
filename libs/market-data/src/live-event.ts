import type { CatalogueEvent, EventView, MarketView } from '@bellwether/exchange';
import { LiveMarket } from './live-market';
import type { ListedMarket } from './live-market';

export type EventTerms = Omit<EventView, 'markets'>;
export type ListedEvent = EventTerms & { readonly markets: readonly ListedMarket[] };

/** An event with its markets. */
export class LiveEvent {
  /** Counts changes to the event, its markets and books: an answer built at the same version is still current. */
  version = 0;
  /** The exchange archived the event and removed it. */
  isArchived = false;

  /** @param asOfSeq the event includes the engine's commands up to it */
  constructor(
    public terms: EventTerms,
    readonly markets: readonly LiveMarket[],
    readonly asOfSeq: number,
  ) {}

  static fromView(view: EventView, seq: number): LiveEvent {
    const { markets, ...terms } = view;
    const live = markets.map((market) => new LiveMarket(market, seq));
    return new LiveEvent(terms, live, seq);
  }

  /** As history has it, of an event that is over since more than a day. */
  static archived(view: EventView): LiveEvent {
    const event = LiveEvent.fromView(view, view.createdSeq);
    for (const market of event.markets) market.beginQuietDay();
    return event;
  }

  static created(event: CatalogueEvent, seq: number): LiveEvent {
    const { markets, ...terms } = event;
    const live = markets.map((market: Pick<MarketView, 'marketId' | 'label' | 'status'>) => {
      return new LiveMarket(market, seq);
    });
    return new LiveEvent({ ...terms, createdSeq: seq }, live, seq);
  }

  /** With the figures of the day that ends with this hour. */
  listed(hour: number): ListedEvent {
    const { expiry } = this.terms;
    return { ...this.terms, markets: this.markets.map((market) => market.listed(hour, expiry)) };
  }

  view(): EventView {
    return { ...this.terms, markets: this.markets.map((market) => market.view()) };
  }
}
