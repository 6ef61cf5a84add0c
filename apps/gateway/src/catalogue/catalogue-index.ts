/** Finds the events of a list without looking at all others. */
import { eventStatusOf } from '@bellwether/api';
import type { CatalogueQuery, CategoryCount, ListKey } from '@bellwether/api';
import type { MarketStatus } from '@bellwether/exchange';
import type { LiveEvent } from '@bellwether/market-data';
import { MAX_CATEGORIES, MAX_EVENTS_SEARCHED, MAX_SUBS } from '../limits';
import { EventList } from './event-list';
import { EventShelf, listKeysOf } from './event-shelf';
import type { ListKeys, Shelved } from './event-shelf';

/** In the order of the sort. `lastKey` is where the next page starts. Null: there is nothing more. */
export interface CataloguePage {
  readonly events: readonly LiveEvent[];
  readonly lastKey: ListKey | null;
}

/** What the index stores of an event. */
interface Indexed extends Shelved {
  status: MarketStatus;
  keys: ListKeys;
  readonly categories: readonly string[];
  /** Question and labels in lower case, one per line. */
  readonly text: string;
}

export class CatalogueIndex {
  private readonly all = new EventShelf();
  private readonly byStatus = new Map<string, EventShelf>();
  private readonly byCategory = new Map<string, EventShelf>();
  private readonly byId = new Map<string, LiveEvent>();
  private readonly indexed = new Map<LiveEvent, Indexed>();
  private hour = 0;

  /**
   * Adds new, changed and archived events.
   *
   * @param hour the present one: the day's figures are those of the day that ends with it
   */
  update(events: Iterable<LiveEvent>, hour: number): void {
    this.passTo(hour);
    const added: Indexed[] = [];
    for (const event of events) {
      const known = this.indexed.get(event);
      if (event.isArchived) this.remove(event);
      else if (known === undefined) added.push(this.indexedOf(event));
      else this.move(known);
    }
    this.add(added);
  }

  /** Each hour the day's figures of all events change, even without trades. */
  passTo(hour: number): void {
    if (hour === this.hour) return;
    this.hour = hour;
    for (const known of this.indexed.values()) {
      if (known.keys.volume_24h.value > 0) this.move(known);
    }
  }

  /**
   * A search that compares very many events ends after `MAX_EVENTS_SEARCHED`, with fewer than `limit` events and a key
   * to continue from. `search` is part of the question or of a label. `category` is a name or `name/sub`.
   */
  list({ filter, sort, page }: CatalogueQuery): CataloguePage {
    const events: LiveEvent[] = [];
    let seen = 0;
    for (const event of this.candidates(filter, sort, page.before)) {
      if (this.isWanted(event, filter)) {
        // One more than requested shows whether there is a next page.
        if (events.length === page.limit)
          return { events, lastKey: this.keyOf(sort, events.at(-1)) };
        events.push(event);
      }
      if (++seen === MAX_EVENTS_SEARCHED) return { events, lastKey: this.keyOf(sort, event) };
    }
    return { events, lastKey: null };
  }

  /** Most active first, then by name. Cost: O(events). */
  categories(): readonly CategoryCount[] {
    const counts = new Map<string, Count & { readonly subs: Map<string, Count> }>();
    for (const { event, status } of this.indexed.values()) {
      const { name, sub } = event.terms.category;
      const of = entryOf(counts, name, () => ({ events: 0, active: 0, subs: new Map() }));
      const ofSub = entryOf(of.subs, sub, () => ({ events: 0, active: 0 }));
      for (const one of [of, ofSub]) {
        one.events++;
        if (status === 'active') one.active++;
      }
    }
    return ranked(counts, MAX_CATEGORIES).map(([name, { events, active, subs }]) => ({
      name,
      events,
      active,
      subs: ranked(subs, MAX_SUBS).map(([sub, count]) => ({ sub, ...count })),
    }));
  }

  private indexedOf(event: LiveEvent): Indexed {
    const { question, category } = event.terms;
    const labels = event.markets.map(({ label }) => label);
    return {
      event,
      keys: listKeysOf(event, this.hour),
      status: eventStatusOf(event.view()),
      categories: [category.name, `${category.name}/${category.sub}`],
      text: [question, ...labels].join('\n').toLowerCase(),
    };
  }

  private add(added: readonly Indexed[]): void {
    const byStatus = new Map<string, Indexed[]>();
    const byCategory = new Map<string, Indexed[]>();
    for (const indexed of added) {
      this.indexed.set(indexed.event, indexed);
      this.byId.set(indexed.event.terms.eventId, indexed.event);
      entryOf(byStatus, indexed.status, () => []).push(indexed);
      for (const name of indexed.categories) entryOf(byCategory, name, () => []).push(indexed);
    }
    this.all.add(added);
    for (const [status, some] of byStatus) shelfOf(this.byStatus, status).add(some);
    for (const [name, some] of byCategory) shelfOf(this.byCategory, name).add(some);
  }

  private remove(event: LiveEvent): void {
    const known = this.indexed.get(event);
    if (known === undefined) return;
    this.indexed.delete(event);
    this.byId.delete(event.terms.eventId);
    for (const shelf of this.shelvesOf(known)) shelf.remove(known);
    for (const name of known.categories) {
      if (this.byCategory.get(name)?.size === 0) this.byCategory.delete(name);
    }
  }

  private move(known: Indexed): void {
    const { event, keys: from } = known;
    const status = eventStatusOf(event.view());
    if (status !== known.status) {
      shelfOf(this.byStatus, known.status).remove(known);
      shelfOf(this.byStatus, status).add([known]);
      known.status = status;
    }
    const to = listKeysOf(event, this.hour);
    for (const shelf of this.shelvesOf(known)) shelf.move(event, from, to);
    known.keys = to;
  }

  /** Every shelf that has the event. */
  private shelvesOf({ status, categories }: Indexed): readonly EventShelf[] {
    const ofCategories = categories.map((name) => shelfOf(this.byCategory, name));
    return [this.all, shelfOf(this.byStatus, status), ...ofCategories];
  }

  /** Among the shelves that contain all requested events, the shortest. */
  private candidates(
    { status, category, eventId }: CatalogueQuery['filter'],
    sort: CatalogueQuery['sort'],
    before: ListKey | undefined,
  ): Iterable<LiveEvent> {
    if (eventId !== undefined) return this.one(eventId, sort, before);
    const shelves = [this.all];
    if (status !== undefined) shelves.push(shelfOf(this.byStatus, status));
    if (category !== undefined) shelves.push(this.byCategory.get(category) ?? new EventShelf());
    return shelves
      .reduce((a, b) => (b.size < a.size ? b : a))
      .in(sort)
      .after(before);
  }

  /** The event, if it comes after the key. */
  private one(
    eventId: string,
    sort: CatalogueQuery['sort'],
    before: ListKey | undefined,
  ): Iterable<LiveEvent> {
    const event = this.byId.get(eventId);
    if (event === undefined) return [];
    const list = new EventList(sort);
    list.add([{ event, ...this.indexed.get(event)!.keys[sort] }]);
    return list.after(before);
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

  private keyOf(sort: CatalogueQuery['sort'], event: LiveEvent | undefined): ListKey | null {
    return event === undefined ? null : this.indexed.get(event)!.keys[sort];
  }
}

interface Count {
  events: number;
  active: number;
}

const ranked = <C extends Count>(counts: ReadonlyMap<string, C>, most: number): [string, C][] =>
  [...counts].toSorted(([a, x], [b, y]) => y.active - x.active || (a < b ? -1 : 1)).slice(0, most);

function entryOf<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const shelfOf = (shelves: Map<string, EventShelf>, name: string): EventShelf =>
  entryOf(shelves, name, () => new EventShelf());
