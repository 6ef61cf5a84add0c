import { describe, expect, it } from '@jest/globals';
import { catalogueQuery } from '@bellwether/api';
import type { EngineClient } from '@bellwether/bus';
import type { EventView, MarketStatus } from '@bellwether/exchange';
import { Catalogue } from '../src/catalogue/catalogue';
import { isWanted } from '../src/catalogue/catalogue-filter';
import { CATALOGUE_PAGE_EVENTS, MAX_PAGES_SCANNED } from '../src/limits';

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
  markets: [market('active')],
  ...fields,
});

const market = (status: MarketStatus, label = 'Yes') => ({
  marketId: new Uint8Array(32),
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

/** Events 1 to `count`, paged newest first as the engine does. */
function engineWith(count: number) {
  let queries = 0;
  const query = async (_what: string, { limit, before }: { limit: number; before?: number }) => {
    queries++;
    const newest = Math.min(count, (before ?? count + 1) - 1);
    const oldest = Math.max(1, newest - limit + 1);
    const events = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) =>
      eventNumber(newest - index),
    );
    return { seq: 50, timestampMs: 1, view: { events, next: oldest > 1 ? oldest : null } };
  };
  // The catalogue asks for events alone; the other questions are not asked here.
  const engine = { query } as unknown as Pick<EngineClient, 'query'>;
  return { catalogue: new Catalogue(engine), queries: () => queries };
}

const list = (catalogue: Catalogue, query: Record<string, string> = {}) =>
  catalogue.list(catalogueQuery.parse(query));

describe('Catalogue.list', () => {
  it('gives the newest, and the key to go on after', async () => {
    const { catalogue } = engineWith(250);
    const { events, lastKey, asOf } = await list(catalogue, { limit: '3' });
    expect(events.map((event) => event.createdSeq)).toEqual([250, 249, 248]);
    expect(lastKey).toBe(248);
    expect(asOf.seq).toBe(50);
  });

  it('walks over the engine pages up to the limit', async () => {
    const { catalogue, queries } = engineWith(250);
    const { events, lastKey } = await list(catalogue, { limit: '220' });
    expect(events).toHaveLength(220);
    expect(lastKey).toBe(31);
    expect(queries()).toBe(3);
  });

  it.each([
    [0, 5, 0],
    [5, 5, 5],
    [3, 5, 3],
    [CATALOGUE_PAGE_EVENTS, CATALOGUE_PAGE_EVENTS, CATALOGUE_PAGE_EVENTS],
    [200, 200, 200],
  ])('of %i events with limit %i ends with %i and nothing to follow', async (count, limit, got) => {
    const { catalogue } = engineWith(count);
    const { events, lastKey } = await list(catalogue, { limit: String(limit) });
    expect([events.length, lastKey]).toEqual([got, null]);
  });

  it('gives every event once over its pages, filtered', async () => {
    const { catalogue } = engineWith(450);
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const query = catalogueQuery.parse({ category: 'odd', limit: '70' });
      const page: Awaited<ReturnType<Catalogue['list']>> = await catalogue.list({
        ...query,
        page: { ...query.page, before },
      });
      seen.push(...page.events.map((event) => event.createdSeq));
      before = page.lastKey ?? undefined;
    } while (before !== undefined);
    expect(seen).toEqual(Array.from({ length: 225 }, (_, index) => 449 - 2 * index));
  });

  it('ends a long search early, with the key to go on', async () => {
    const { catalogue, queries } = engineWith(10_000);
    const { events, lastKey } = await list(catalogue, { q: 'no such thing' });
    expect(events).toEqual([]);
    expect(queries()).toBe(MAX_PAGES_SCANNED);
    expect(lastKey).toBe(10_000 - MAX_PAGES_SCANNED * CATALOGUE_PAGE_EVENTS + 1);
  });
});

describe('isWanted', () => {
  const rain = eventNumber(1, {
    question: 'Will it RAIN?',
    category: { name: 'weather', sub: 'rain' },
    markets: [market('closed', 'Lisbon'), market('active', 'Oslo')],
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
    [{ event_id: 'event-2' }, false],
    [{ q: 'rain' }, true],
    [{ q: 'oslo' }, true],
    [{ q: 'snow' }, false],
    [{ q: 'rain', category: 'weather', status: 'active' }, true],
    [{ q: 'rain', category: 'weather', status: 'paused' }, false],
  ])('%j: %s', (query, expected) => {
    expect(isWanted(rain, catalogueQuery.parse(query).filter)).toBe(expected);
  });
});
