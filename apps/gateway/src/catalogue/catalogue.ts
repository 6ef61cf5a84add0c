/** The events and markets of the exchange, as the engine has them: never older than the question. */
import type { CatalogueQuery } from '@bellwether/api';
import type { EventsPage, ResultOf } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { EventView } from '@bellwether/exchange';
import type { EngineReader } from '../engine/shared-queries';
import { CATALOGUE_PAGE_EVENTS, MAX_CATALOGUE_QUEUE, MAX_PAGES_SCANNED } from '../limits';
import { isWanted } from './catalogue-filter';
import { FreshReads } from './fresh-reads';

/** Newest first. `lastKey` is where the next page starts; null where nothing follows. */
export interface CatalogueList {
  readonly events: readonly EventView[];
  readonly lastKey: number | null;
  readonly asOf: { readonly seq: number; readonly timestampMs: number };
}

export class Catalogue {
  private readonly pages: FreshReads<number | undefined, ResultOf<'events'>>;

  constructor(private readonly engine: EngineReader) {
    this.pages = new FreshReads(MAX_CATALOGUE_QUEUE, (before) => {
      const page = { limit: CATALOGUE_PAGE_EVENTS };
      return this.engine.query('events', before === undefined ? page : { ...page, before });
    });
  }

  /**
   * The events that pass the filter. A search through many that do not ends after `MAX_PAGES_SCANNED` pages with
   * fewer than `limit` events and a cursor to go on with.
   */
  async list({ filter, page }: CatalogueQuery): Promise<CatalogueList> {
    const events: EventView[] = [];
    let asOf: CatalogueList['asOf'] | undefined;
    let before = page.before;
    for (let scanned = 0; scanned < MAX_PAGES_SCANNED; scanned++) {
      const result = await this.pages.get(before);
      asOf ??= { seq: result.seq, timestampMs: result.timestampMs };
      const cut = takeWanted(result.view, events, page.limit, filter);
      if (cut !== undefined) return { events, lastKey: cut, asOf };
      if (result.view.next === null) return { events, lastKey: null, asOf };
      before = result.view.next;
    }
    return { events, lastKey: before ?? null, asOf: asOf ?? { seq: 0, timestampMs: 0 } };
  }

  /** @throws CodedError EVENT_NOT_FOUND */
  async event(eventId: string) {
    const { view, ...asOf } = await this.engine.query('event', { eventId });
    if (view === null) throw new CodedError('EVENT_NOT_FOUND', { event_id: eventId });
    return { event: view, asOf };
  }

  /** @throws CodedError MARKET_NOT_FOUND */
  async market(marketId: Uint8Array) {
    const { view, ...asOf } = await this.engine.query('market', { marketId });
    if (view === null) throw new CodedError('MARKET_NOT_FOUND', { market_id: toHex(marketId) });
    return { ...view, asOf };
  }
}

/** Adds what is wanted of one page; where `limit` is reached and more follows, the key to go on after. */
function takeWanted(
  page: EventsPage,
  events: EventView[],
  limit: number,
  filter: CatalogueQuery['filter'],
): number | undefined {
  for (const [index, event] of page.events.entries()) {
    if (isWanted(event, filter)) events.push(event);
    const isLast = index === page.events.length - 1 && page.next === null;
    if (events.length === limit && !isLast) return event.createdSeq;
  }
  return undefined;
}
