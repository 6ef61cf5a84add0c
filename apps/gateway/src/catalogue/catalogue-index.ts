/** Finds the events of a list without looking at all others. */
import { eventStatusOf } from '@bellwether/api';
import type { CatalogueQuery } from '@bellwether/api';
import type { MarketStatus } from '@bellwether/exchange';
import type { LiveEvent } from '@bellwether/market-data';
import { MAX_EVENTS_SEARCHED } from '../limits';
import { EventList } from './event-list';

/** Newest first. `lastKey` is where the next page starts. Null: there is nothing more. */
export interface CataloguePage {
  readonly events: readonly LiveEvent[];
  readonly lastKey: number | null;
}

/** What the index stores of an event. */
interface Indexed {
  status: MarketStatus;
  readonly categories: readonly string[];
  /** Question and labels in lower case, one per line. */
  readonly text: string;
}

export class CatalogueIndex {
  private readonly all = new EventList();
  private readonly byStatus = new Map<string, EventList>();
  private readonly byCategory = new Map<string, EventList>();
  private readonly byId = new Map<string, LiveEvent>();
  private readonly indexed = new Map<LiveEvent, Indexed>();

  /** New, changed and archived events. */
  update(events: Iterable<LiveEvent>): void {
    for (const event of events) {
      const known = this.indexed.get(event);
      if (event.isArchived) this.remove(event);
      else if (known === undefined) this.add(event);
      else this.move(event, known);
    }
  }

  /**
   * A search that looks at very many events ends after `MAX_EVENTS_SEARCHED`, with fewer than `limit` events and a key
   * to continue from. `search` is part of the question or of a label; `category` is a name or `name/sub`.
   */
  list({ filter, page }: CatalogueQuery): CataloguePage {
    const events: LiveEvent[] = [];
    let seen = 0;
    for (const event of this.candidates(filter, page.before)) {
      if (this.isWanted(event, filter)) {
        // One more than requested shows whether there is a next page.
        if (events.length === page.limit) return { events, lastKey: keyOf(events.at(-1)) };
        events.push(event);
      }
      if (++seen === MAX_EVENTS_SEARCHED) return { events, lastKey: keyOf(event) };
    }
    return { events, lastKey: null };
  }

  private add(event: LiveEvent): void {
    const { eventId, question, category } = event.terms;
    const labels = event.markets.map(({ label }) => label);
    const indexed: Indexed = {
      status: eventStatusOf(event.view()),
      categories: [category.name, `${category.name}/${category.sub}`],
      text: [question, ...labels].join('\n').toLowerCase(),
    };
    this.indexed.set(event, indexed);
    this.byId.set(eventId, event);
    this.all.add(event);
    listOf(this.byStatus, indexed.status).add(event);
    for (const name of indexed.categories) listOf(this.byCategory, name).add(event);
  }

  private remove(event: LiveEvent): void {
    const known = this.indexed.get(event);
    if (known === undefined) return;
    this.indexed.delete(event);
    this.byId.delete(event.terms.eventId);
    this.all.remove(event);
    listOf(this.byStatus, known.status).remove(event);
    for (const name of known.categories) listOf(this.byCategory, name).remove(event);
  }

  private move(event: LiveEvent, known: Indexed): void {
    const status = eventStatusOf(event.view());
    if (status === known.status) return;
    listOf(this.byStatus, known.status).remove(event);
    listOf(this.byStatus, status).add(event);
    known.status = status;
  }

  /** Of the lists that contain all requested events, the shortest. */
  private candidates(
    { status, category, eventId }: CatalogueQuery['filter'],
    before: number | undefined,
  ): Iterable<LiveEvent> {
    if (eventId !== undefined) {
      const event = this.byId.get(eventId);
      const isBefore = event !== undefined && event.terms.createdSeq < (before ?? Infinity);
      return isBefore ? [event] : [];
    }
    const lists = [this.all];
    if (status !== undefined) lists.push(listOf(this.byStatus, status));
    if (category !== undefined) lists.push(this.byCategory.get(category) ?? new EventList());
    return lists.reduce((a, b) => (b.size < a.size ? b : a)).before(before);
  }

  private isWanted(event: LiveEvent, filter: CatalogueQuery['filter']): boolean {
    const { status, category, search } = filter;
    const indexed = this.indexed.get(event)!;
    return (
      (status === undefined || indexed.status === status) &&
      (category === undefined || indexed.categories.includes(category)) &&
      (search === undefined || indexed.text.includes(search.toLowerCase()))
    );
  }
}

const keyOf = (event: LiveEvent | undefined): number | null => event?.terms.createdSeq ?? null;

function listOf(lists: Map<string, EventList>, name: string): EventList {
  let list = lists.get(name);
  if (list === undefined) {
    list = new EventList();
    lists.set(name, list);
  }
  return list;
}
