import { byteKey } from '@bellwether/codec';
import type {
  EventView,
  ExchangeEventOf,
  ExchangeEventWithout,
  SequencedEvent,
} from '@bellwether/exchange';
import { DayStart } from './day-start';
import type { PastHours } from './day-start';
import type { FlatLevels } from './levels';
import { LiveEvent } from './live-event';
import { yesPriceOf } from './live-market';
import type { LiveMarket } from './live-market';
import { hourOf } from './traded-hours';

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
  /** Of the markets that were traded before this began to follow. */
  readonly dayStart = new DayStart();

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

  /**
   * History's hours, for the markets whose day is not known yet.
   * @param past includes every event before the last `dayStart.begin()`
   * @returns the changed events; null if too many trades came since: begin again
   */
  loadDay(past: PastHours): readonly LiveEvent[] | null {
    const known = this.dayStart.load(past);
    if (known === null) return null;
    const changed = new Set(known.flatMap(({ marketId }) => this.market(marketId)?.event ?? []));
    for (const event of changed) event.version++;
    return [...changed];
  }

  /** @returns the event that changed or was archived, if any */
  apply(sequenced: SequencedEvent): LiveEvent | undefined {
    const { seq, event } = sequenced;
    switch (event.kind) {
      case 'event_created':
        return this.add(LiveEvent.created(event.event, seq));
      case 'event_extended':
        return this.extend(event.eventId, event.expiry, seq);
      case 'event_archived':
        return this.remove(event.eventId);
      case 'book_level':
      case 'trade':
      case 'redeemed':
      case 'market_status':
      case 'market_resolved':
      case 'payout':
        return this.change(sequenced, event);
      case 'order_cancelled': // its level says it
      case 'cancel_all':
      case 'position':
        return undefined;
      case 'case_proposed':
      case 'case_decided':
        return this.propose(seq, event);
      default:
        return ofNoMarket(event);
    }
  }

  /** Of an event that is paid at once, `dueMs` is not given. */
  private propose(
    seq: number,
    { caseId, endings, dueMs }: ExchangeEventOf<'case_proposed' | 'case_decided'>,
  ): LiveEvent | undefined {
    const places = endings.flatMap(({ marketId }) => this.market(marketId) ?? []);
    const [first] = places;
    if (first === undefined || seq <= first.event.asOfSeq) return undefined;
    for (const { market } of places) market.propose(caseId, dueMs ?? null);
    first.event.version++;
    return first.event;
  }

  private change(sequenced: SequencedEvent, event: MarketChange): LiveEvent | undefined {
    const place = this.market(event.marketId);
    if (place === undefined) return undefined;
    if (!change(place, sequenced, event)) return undefined;
    if (event.kind === 'trade') this.addToDay(place.market, sequenced, event);
    return place.event;
  }

  private addToDay(
    market: LiveMarket,
    { seq, index, timestampMs }: SequencedEvent,
    { fill }: ExchangeEventOf<'trade'>,
  ): void {
    const { quantity } = fill;
    const trade = { seq, index, hour: hourOf(timestampMs), price: yesPriceOf(fill), quantity };
    if (market.isDayKnown) market.addToDay(trade);
    else this.dayStart.wait(market, trade);
  }

  private add(event: LiveEvent): LiveEvent | undefined {
    const { eventId } = event.terms;
    if (this.byId.has(eventId)) return undefined;
    this.byId.set(eventId, event);
    for (const market of event.markets) {
      this.markets.set(byteKey(market.marketId), { event, market });
      if (!market.isDayKnown) this.dayStart.expect(market);
    }
    this.inOrder.push(event);
    return event;
  }

  private extend(eventId: string, expiry: number, seq: number): LiveEvent | undefined {
    const event = this.byId.get(eventId);
    if (event === undefined || seq <= event.asOfSeq) return undefined;
    event.terms = { ...event.terms, expiry };
    event.version++;
    return event;
  }

  private remove(eventId: string): LiveEvent | undefined {
    const event = this.byId.get(eventId);
    if (event === undefined) return undefined;
    this.byId.delete(eventId);
    for (const market of event.markets) {
      this.markets.delete(byteKey(market.marketId));
      this.dayStart.forget(market);
    }
    this.inOrder.splice(this.inOrder.indexOf(event), 1);
    event.isArchived = true;
    event.version++;
    return event;
  }
}

type MarketChange = ExchangeEventOf<
  'book_level' | 'trade' | 'redeemed' | 'market_status' | 'market_resolved' | 'payout'
>;

const ofNoMarket: (
  event: ExchangeEventWithout<'marketId' | 'eventId' | 'event'>,
) => undefined = () => undefined;

/** @returns whether it changed anything */
function change(
  { event: of, market }: MarketPlace,
  { seq, timestampMs }: SequencedEvent,
  event: MarketChange,
): boolean {
  if (event.kind !== 'book_level' && seq <= of.asOfSeq) return false;
  switch (event.kind) {
    case 'book_level':
      if (!market.book.apply(seq, event)) return false;
      break;
    case 'trade':
      market.trade(event);
      break;
    case 'redeemed':
      market.redeem(event);
      break;
    case 'market_status':
      market.setStatus(event);
      break;
    case 'market_resolved':
      market.resolve(event, timestampMs);
      break;
    case 'payout':
      market.payOut(event);
  }
  of.version++;
  return true;
}
