/**
 * Answers as text. Most of the time for a list goes into the text of its entries, and few of them change from one
 * request to the next. So the text of unchanged entries is cached.
 */
import {
  eventEntry,
  listEndOf,
  marketData,
  placeAnswer,
  present,
  withPlace,
} from '@bellwether/api';
import type { CatalogueQuery, CategoryCount } from '@bellwether/api';
import { assert } from '@bellwether/errors';
import type { AsOf } from '@bellwether/exchange';
import type { LiveEvent, LiveMarket } from '@bellwether/market-data';
import { LRUCache } from 'lru-cache';
import { MAX_CACHED_PAGES } from '../limits';
import type { Catalogue } from './catalogue';

/** A text with one number that changes while the rest stays. */
interface CachedText {
  readonly version: number;
  readonly before: string;
  readonly seq: number;
  readonly text: string;
}

/** The day's figures are those of its hour. */
interface CachedPage extends CachedText {
  readonly hour: number;
}

interface KeptBook extends CachedText {
  readonly depth: number;
  readonly after: string;
}

interface KeptEntry {
  readonly version: number;
  readonly hour: number;
  readonly text: string;
}

const presentEntry = present(eventEntry);
const presentPlace = present(placeAnswer);
const { present: presentBook } = marketData.getBook;
const { present: presentCategories } = marketData.listCategories;

export class CatalogueTexts {
  private readonly entries = new WeakMap<LiveEvent, KeptEntry>();
  private readonly books = new WeakMap<LiveMarket, KeptBook>();
  private readonly pages = new LRUCache<string, CachedPage>({ max: MAX_CACHED_PAGES });

  private counted:
    | { readonly version: number; readonly categories: readonly CategoryCount[] }
    | undefined;

  constructor(private readonly catalogue: Catalogue) {}

  /**
   * `GET /v1/markets`, `GET /v1/events`: the same list under either name.
   * @throws CodedError
   */
  async list(name: 'markets' | 'events', query: CatalogueQuery): Promise<string> {
    await this.catalogue.whenCurrent();
    const { version, asOf, hour } = this.catalogue;
    const key = `${name} ${JSON.stringify(query)}`;
    const known = this.pages.get(key);
    const isRight = known?.version === version && known.hour === hour;
    if (isRight && known.seq === asOf.seq) return known.text;
    const before = isRight ? known.before : this.pageBefore(name, query);
    const text = `${before},${inside(presentPlace(asOf))}}`;
    this.pages.set(key, { version, hour, before, seq: asOf.seq, text });
    return text;
  }

  /**
   * `GET /v1/markets/{id}/book`
   * @throws CodedError
   */
  async book(marketId: Uint8Array, depth: number): Promise<string> {
    const { event, market } = await this.catalogue.market(marketId);
    const { asOf } = this.catalogue;
    const { version } = event;
    const known = this.books.get(market);
    const isRight = known?.version === version && known.depth === depth;
    if (isRight && known.seq === asOf.seq) return known.text;
    const { before, after } = isRight ? known : bookAround(market, depth, asOf);
    const text = `${before}${inside(presentPlace(asOf))}${after}`;
    this.books.set(market, { version, depth, before, after, seq: asOf.seq, text });
    return text;
  }

  /**
   * `GET /v1/categories`
   * @throws CodedError
   */
  async categories(): Promise<string> {
    await this.catalogue.whenCurrent();
    const { version, asOf } = this.catalogue;
    if (this.counted?.version !== version) {
      this.counted = { version, categories: this.catalogue.categoriesNow() };
    }
    return JSON.stringify(presentCategories(withPlace(this.counted, asOf)));
  }

  /** Everything before the number, which is the last field of a page. */
  private pageBefore(name: string, query: CatalogueQuery): string {
    const { events, lastKey } = this.catalogue.pageNow(query);
    const entries = events.map((event) => this.entryOf(event)).join(',');
    return `{"${name}":[${entries}],${inside(listEndOf(query.sort, lastKey))}`;
  }

  private entryOf(event: LiveEvent): string {
    const known = this.entries.get(event);
    const { hour } = this.catalogue;
    if (known?.version === event.version && known.hour === hour) return known.text;
    const text = JSON.stringify(presentEntry(event.listed(hour)));
    this.entries.set(event, { version: event.version, hour, text });
    return text;
  }
}

/** The fields of an object as JSON, without its braces. */
const inside = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** The text before and after the number in a book. */
function bookAround(market: LiveMarket, depth: number, asOf: AsOf) {
  const text = JSON.stringify(
    presentBook(withPlace(market.bookView(depth), asOf, { marketId: market.marketId })),
  );
  const place = inside(presentPlace(asOf));
  const at = text.indexOf(place);
  assert(at !== -1, 'a book shows its place');
  return { before: text.slice(0, at), after: text.slice(at + place.length) };
}
