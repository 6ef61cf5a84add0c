import { describe, expect, it } from 'vitest';
import { catalogueQuery } from '@bellwether/api';
import type { EventView, MarketStatus, SequencedEvent } from '@bellwether/exchange';
import { LiveCatalogue } from '@bellwether/market-data';
import { CatalogueIndex } from './catalogue-index';
import { MAX_EVENTS_SEARCHED } from '../limits';

const marketIdOf = (createdSeq: number, number = 0) => {
  const id = new Uint8Array(32);
  new DataView(id.buffer).setUint32(0, createdSeq);
  id[31] = number;
  return id;
};

const market = (marketId: Uint8Array, status: MarketStatus, label = 'Yes') => ({
  marketId,
  label,
  status,
  bestBid: 0,
  bestAsk: 10_000,
  lastPrice: null,
  resolution: null,
  resolutionPrice: null,
  volume: 0,
  openInterest: 0,
});

const eventNumber = (createdSeq: number, fields: Partial<EventView> = {}): EventView => ({
  eventId: `event-${createdSeq}`,
  question: `Question ${createdSeq}?`,
  description: '',
  category: { name: createdSeq % 2 === 0 ? 'even' : 'odd', sub: 'all' },
  expiry: 1_900_000_000,
  mutuallyExclusive: false,
  feeBps: 700,
  makerRebatePct: 20,
  opensAt: null,
  createdMs: 0,
  createdSeq,
  markets: [market(marketIdOf(createdSeq), 'active')],
  ...fields,
});

/** Events 1 to `count`, as a reader of the stream has them. */
class Shelf {
  readonly catalogue = new LiveCatalogue();
  readonly index = new CatalogueIndex();

  constructor(events: readonly EventView[]) {
    this.catalogue.load(events, 1);
    this.index.update(this.catalogue.events);
  }

  static of(count: number): Shelf {
    return new Shelf(Array.from({ length: count }, (_, number) => eventNumber(number + 1)));
  }

  setStatus(createdSeq: number, status: MarketStatus, seq: number): void {
    const marketId = marketIdOf(createdSeq);
    const event = { kind: 'market_status', marketId, status } as const;
    const sequenced: SequencedEvent = { seq, index: 0, timestampMs: 0, event };
    const changed = this.catalogue.apply(sequenced);
    if (changed !== undefined) this.index.update([changed]);
  }

  archive(createdSeq: number, seq: number): void {
    const eventId = `event-${createdSeq}`;
    const kind = 'event_archived' as const;
    const event = { kind, eventId, markets: [marketIdOf(createdSeq)] };
    const changed = this.catalogue.apply({ seq, index: 0, timestampMs: 0, event });
    if (changed !== undefined) this.index.update([changed]);
  }

  list(query: Record<string, string>, before?: number) {
    const { filter, page } = catalogueQuery.parse(query);
    const { events, lastKey } = this.index.list({ filter, page: { ...page, before } });
    return { found: events.map((event) => event.terms.createdSeq), lastKey };
  }
}

describe('a list of the catalogue', () => {
  it('gives the newest, and the key to go on after', () => {
    expect(Shelf.of(250).list({ limit: '3' })).toEqual({ found: [250, 249, 248], lastKey: 248 });
  });

  it.each([
    [0, 5, 0],
    [5, 5, 5],
    [3, 5, 3],
    [200, 200, 200],
  ])('of %i events with limit %i ends with %i and nothing to follow', (count, limit, got) => {
    const { found, lastKey } = Shelf.of(count).list({ limit: String(limit) });
    expect([found.length, lastKey]).toEqual([got, null]);
  });

  it('says that nothing follows where what follows does not pass the filter', () => {
    expect(Shelf.of(4).list({ limit: '2', category: 'even' })).toEqual({
      found: [4, 2],
      lastKey: null,
    });
  });

  it('gives every event once over its pages, filtered, while new ones are added', () => {
    const shelf = Shelf.of(450);
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const { found, lastKey } = shelf.list({ category: 'odd', limit: '70' }, before);
      seen.push(...found);
      before = lastKey ?? undefined;
      shelf.catalogue.load([eventNumber(451 + 2 * seen.length)], 1);
      shelf.index.update(shelf.catalogue.events);
    } while (before !== undefined);
    expect(seen).toEqual(Array.from({ length: 225 }, (_, index) => 449 - 2 * index));
  });

  it('ends a long search early, with the key to go on', () => {
    const shelf = Shelf.of(MAX_EVENTS_SEARCHED + 5);
    expect(shelf.list({ q: 'question 3?' })).toEqual({ found: [], lastKey: 6 });
    expect(shelf.list({ q: 'question 3?' }, 6)).toEqual({ found: [3], lastKey: null });
  });

  it('leaves out what is archived, whatever is asked for, before it ever was listed, too', () => {
    const shelf = Shelf.of(4);
    shelf.setStatus(2, 'resolved', 2);
    shelf.archive(2, 3);
    shelf.archive(2, 4);
    expect(shelf.list({}).found).toEqual([4, 3, 1]);
    for (const query of [{ status: 'resolved' }, { q: 'question 2?' }, { event_id: 'event-2' }])
      expect(shelf.list(query).found).toEqual([]);
    expect(shelf.list({ category: 'even' }).found).toEqual([4]);
    expect(shelf.catalogue.market(marketIdOf(2))).toBeUndefined();
    expect(shelf.catalogue.events.map((event) => event.terms.createdSeq)).toEqual([1, 3, 4]);
  });

  it('follows an event from status to status', () => {
    const shelf = Shelf.of(3);
    expect(shelf.list({ status: 'closed' }).found).toEqual([]);
    shelf.setStatus(1, 'closed', 2);
    shelf.setStatus(3, 'closed', 3);
    shelf.setStatus(1, 'resolved', 4);
    expect(shelf.list({ status: 'closed' }).found).toEqual([3]);
    expect(shelf.list({ status: 'resolved', category: 'odd' }).found).toEqual([1]);
    expect(shelf.list({ status: 'active' }).found).toEqual([2]);
  });
});

describe('the filter of a list', () => {
  const rain = eventNumber(1, {
    question: 'Will it RAIN?',
    category: { name: 'weather', sub: 'rain' },
    markets: [
      market(marketIdOf(1, 1), 'closed', 'Lisbon'),
      market(marketIdOf(1, 2), 'active', 'Oslo'),
    ],
  });

  it.each([
    [{}, true],
    [{ status: 'active' }, true],
    [{ status: 'closed' }, false],
    [{ category: 'weather' }, true],
    [{ category: 'weather/rain' }, true],
    [{ category: 'weather/snow' }, false],
    [{ category: 'rain' }, false],
    [{ event_id: 'event-1' }, true],
    [{ event_id: 'event-1', status: 'paused' }, false],
    [{ event_id: 'event-2' }, false],
    [{ q: 'rain' }, true],
    [{ q: 'oslo' }, true],
    [{ q: 'snow' }, false],
    [{ q: 'rain', category: 'weather', status: 'active' }, true],
    [{ q: 'rain', category: 'weather', status: 'paused' }, false],
  ])('%j: %s', (query, expected) => {
    expect(new Shelf([rain]).list(query).found.length > 0).toBe(expected);
  });
});
