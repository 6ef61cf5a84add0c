import { byteKey } from '@bellwether/codec';
import type { EventView, ExchangeEvent, SequencedEvent } from '@bellwether/exchange';
import type { FlatLevels } from './levels';
import { LiveEvent } from './live-event';
import type { LiveMarket } from './live-market';

/** A market and its event. */
export interface MarketPlace {
  readonly event: LiveEvent;
  readonly market: LiveMarket;
}

/**
 * Every event and market with its book. It starts from the engine's events and the levels of their books, each as of
 * its own seq, and applies the stream's events after the lowest of these.
 */
export class LiveCatalogue {
  /** Oldest first. */
  private readonly inOrder: LiveEvent[] = [];
  private readonly byId = new Map<string, LiveEvent>();
  private readonly markets = new Map<string, MarketPlace>();

  /** In order of creation: `createdSeq` rises. */
  get events(): readonly LiveEvent[] {
    return this.inOrder;
  }

  event(eventId: string): LiveEvent | undefined {
    return this.byId.get(eventId);
  }

  market(marketId: Uint8Array): MarketPlace | undefined {
    return this.markets.get(byteKey(marketId));
  }

  /** Loads the engine's events as of `seq`, in any order. An event that is already present stays unchanged. */
  load(views: readonly EventView[], seq: number): void {
    for (const view of views) this.add(LiveEvent.fromView(view, seq));
    this.inOrder.sort((a, b) => a.terms.createdSeq - b.terms.createdSeq);
  }

  /** The whole book of a market as of `seq`, best levels first. */
  loadBook(marketId: Uint8Array, seq: number, bids: FlatLevels, asks: FlatLevels): void {
    const place = this.market(marketId);
    if (place === undefined) return;
    place.market.book.load(seq, bids, asks);
    place.event.version++;
  }

  /** @returns the event that changed or was archived, if any */
  apply({ seq, event }: SequencedEvent): LiveEvent | undefined {
    if (event.kind === 'event_created') return this.add(LiveEvent.created(event.event, seq));
    if (event.kind === 'event_archived') return this.remove(event.eventId);
    if (!isOfMarket(event)) return undefined;
    const place = this.market(event.marketId);
    if (place === undefined) return undefined;
    return change(place, seq, event) ? place.event : undefined;
  }

  private add(event: LiveEvent): LiveEvent | undefined {
    const { eventId } = event.terms;
    if (this.byId.has(eventId)) return undefined;
    this.byId.set(eventId, event);
    for (const market of event.markets) {
      this.markets.set(byteKey(market.marketId), { event, market });
    }
    this.inOrder.push(event);
    return event;
  }

  private remove(eventId: string): LiveEvent | undefined {
    const event = this.byId.get(eventId);
    if (event === undefined) return undefined;
    this.byId.delete(eventId);
    for (const { marketId } of event.markets) this.markets.delete(byteKey(marketId));
    this.inOrder.splice(this.inOrder.indexOf(event), 1);
    event.isArchived = true;
    event.version++;
    return event;
  }
}

const KINDS_OF_MARKETS = [
  'book_level',
  'trade',
  'redeemed',
  'market_status',
  'market_resolved',
] as const;
type MarketChange = Extract<ExchangeEvent, { kind: (typeof KINDS_OF_MARKETS)[number] }>;

const isOfMarket = (event: ExchangeEvent): event is MarketChange =>
  KINDS_OF_MARKETS.some((kind) => kind === event.kind);

/** @returns whether it changed anything */
function change({ event: of, market }: MarketPlace, seq: number, event: MarketChange): boolean {
  if (event.kind === 'book_level') {
    if (!market.book.apply(seq, event)) return false;
  } else {
    if (seq <= of.asOfSeq) return false;
    if (event.kind === 'trade') market.trade(event);
    else if (event.kind === 'redeemed') market.redeem(event);
    else if (event.kind === 'market_status') market.setStatus(event);
    else market.resolve(event);
  }
  of.version++;
  return true;
}
