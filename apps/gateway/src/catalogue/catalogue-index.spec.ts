import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { CATALOGUE_SORTS, catalogueQuery } from '@bellwether/api';
import type { ListKey } from '@bellwether/api';
import type { EventView, Fill, MarketStatus, SequencedEvent } from '@bellwether/exchange';
import { LiveCatalogue } from '@bellwether/market-data';
import { CatalogueIndex } from './catalogue-index';
import { MAX_EVENTS_SEARCHED } from '../limits';

const HOUR = 500_000;

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
  caseId: null,
  dueMs: null,
  bestBid: 0,
  bestAsk: 10_000,
  lastPrice: null,
  resolution: null,
  resolutionPrice: null,
  resolvedMs: null,
  paidMicroUsdc: null,
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
    this.index.update(this.catalogue.events, HOUR);
  }

  static of(count: number): Shelf {
    return new Shelf(Array.from({ length: count }, (_, number) => eventNumber(number + 1)));
  }

  setStatus(createdSeq: number, status: MarketStatus, seq: number): void {
    const marketId = marketIdOf(createdSeq);
    const event = { kind: 'market_status', marketId, status } as const;
    const sequenced: SequencedEvent = { seq, index: 0, timestampMs: 0, event };
    const changed = this.catalogue.apply(sequenced);
    if (changed !== undefined) this.index.update([changed], HOUR);
  }

  archive(createdSeq: number, seq: number): void {
    const eventId = `event-${createdSeq}`;
    const kind = 'event_archived' as const;
    const event = { kind, eventId, markets: [marketIdOf(createdSeq)] };
    const changed = this.catalogue.apply({ seq, index: 0, timestampMs: 0, event });
    if (changed !== undefined) this.index.update([changed], HOUR);
  }

  trade(
    createdSeq: number,
    quantity: number,
    hour: number,
    seq: number,
    settlementType: Fill['settlementType'] = 'mint',
  ): void {
    const fill = { outcome: 'yes', price: 5_000, quantity, settlementType } as Fill;
    const event = {
      kind: 'trade',
      marketId: marketIdOf(createdSeq),
      fill,
      makerFilled: 1,
    } as const;
    const changed = this.catalogue.apply({ seq, index: 0, timestampMs: hour * 3_600_000, event });
    if (changed !== undefined) this.index.update([changed], hour);
  }

  list(query: Record<string, string>, before?: number) {
    const key = before === undefined ? undefined : { value: before, createdSeq: before };
    const { found, lastKey } = this.sorted(query, key);
    return { found, lastKey: lastKey?.createdSeq ?? null };
  }

  sorted(query: Record<string, string>, before?: ListKey) {
    const { filter, sort, page } = catalogueQuery.parse(query);
    const { events, lastKey } = this.index.list({ filter, sort, page: { ...page, before } });
    return { found: events.map((event) => event.terms.createdSeq), lastKey };
  }

  /** Page by page to the end. */
  all(query: Record<string, string>): number[] {
    const seen: number[] = [];
    let before: ListKey | undefined;
    do {
      const { found, lastKey } = this.sorted(query, before);
      seen.push(...found);
      before = lastKey ?? undefined;
    } while (before !== undefined);
    return seen;
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
      shelf.index.update(shelf.catalogue.events, HOUR);
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

describe('a sorted list', () => {
  it('is by volume, by the volume of the day, by the end, by age', () => {
    const expiries = [1_900_000_300, 1_900_000_100, 1_900_000_200];
    const shelf = new Shelf(expiries.map((expiry, at) => eventNumber(at + 1, { expiry })));
    shelf.trade(1, 50, HOUR - 30, 2);
    shelf.trade(2, 20, HOUR, 3);
    shelf.trade(3, 30, HOUR, 4);
    shelf.trade(3, 1, HOUR, 5);
    expect(shelf.all({ sort: 'volume' })).toEqual([1, 3, 2]);
    expect(shelf.all({ sort: 'volume_24h' })).toEqual([3, 2, 1]);
    expect(shelf.all({ sort: 'ending' })).toEqual([2, 3, 1]);
    expect(shelf.all({ sort: 'newest' })).toEqual([3, 2, 1]);
  });

  it('by volume counts what trades to and fro as five times what exists', () => {
    const shelf = Shelf.of(2);
    shelf.trade(1, 6, HOUR, 2);
    shelf.trade(2, 1, HOUR, 3);
    for (let seq = 4; seq < 14; seq++) shelf.trade(2, 1_000, HOUR, seq, 'transfer');
    for (const sort of ['volume', 'volume_24h']) expect(shelf.all({ sort })).toEqual([1, 2]);
    shelf.trade(2, 1, HOUR, 14);
    for (const sort of ['volume', 'volume_24h']) expect(shelf.all({ sort })).toEqual([2, 1]);
  });

  it('follows the hour where nothing else happens', () => {
    const shelf = Shelf.of(2);
    shelf.trade(1, 50, HOUR, 2);
    shelf.trade(2, 20, HOUR + 5, 3);
    shelf.index.passTo(HOUR + 23);
    expect(shelf.all({ sort: 'volume_24h' })).toEqual([1, 2]);
    shelf.index.passTo(HOUR + 24);
    expect(shelf.all({ sort: 'volume_24h' })).toEqual([2, 1]);
    shelf.index.passTo(HOUR + 29);
    expect(shelf.sorted({ sort: 'volume_24h', limit: '1' }).lastKey?.value).toBe(0);
  });

  it('has each event once over its pages, among equal values too, as sorting all of them would', () => {
    const terms = fc.record({
      volume: fc.nat({ max: 2 }),
      expiry: fc.integer({ min: 1_900_000_000, max: 1_900_000_002 }),
      name: fc.constantFrom('a', 'b'),
    });
    const drawn = fc.array(terms, { maxLength: 90 });
    const limits = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(drawn, limits, fc.constantFrom(...CATALOGUE_SORTS), (all, limit, sort) => {
        const shelf = new Shelf(
          all.map(({ expiry, name }, at) =>
            eventNumber(at + 1, { expiry, category: { name, sub: 'x' } }),
          ),
        );
        all.forEach(({ volume }, at) => {
          if (volume > 0) shelf.trade(at + 1, volume, HOUR, 2 + at);
        });
        const valueOf = (at: number) => {
          if (sort === 'newest') return -at;
          return sort === 'ending' ? all[at]!.expiry : -all[at]!.volume;
        };
        const sorted = all.map((_, at) => at).toSorted((a, b) => valueOf(a) - valueOf(b) || b - a);
        const pages = { sort, limit: String(limit) };
        expect(shelf.all(pages)).toEqual(sorted.map((at) => at + 1));
        const ofA = sorted.filter((at) => all[at]!.name === 'a');
        expect(shelf.all({ ...pages, category: 'a/x' })).toEqual(ofA.map((at) => at + 1));
      }),
    );
  });

  it('goes on behind the last entry, wherever that has gone meanwhile', () => {
    const shelf = Shelf.of(4);
    for (const number of [1, 2, 3, 4]) shelf.trade(number, 10 * number, HOUR, number + 1);
    const { found, lastKey } = shelf.sorted({ sort: 'volume', limit: '2' });
    expect(found).toEqual([4, 3]);
    shelf.trade(3, 500, HOUR, 9);
    expect(shelf.sorted({ sort: 'volume' }, lastKey ?? undefined).found).toEqual([2, 1]);
  });
});

describe('the categories', () => {
  it('are counted, most active first, and go with their last event', () => {
    const shelf = Shelf.of(5);
    shelf.setStatus(1, 'closed', 2);
    shelf.setStatus(3, 'closed', 3);
    const all = [{ sub: 'all', events: 2, active: 2 }];
    expect(shelf.index.categories()).toEqual([
      { name: 'even', events: 2, active: 2, subs: all },
      { name: 'odd', events: 3, active: 1, subs: [{ sub: 'all', events: 3, active: 1 }] },
    ]);
    for (const number of [2, 4]) shelf.archive(number, 10 + number);
    expect(shelf.index.categories().map(({ name }) => name)).toEqual(['odd']);
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
