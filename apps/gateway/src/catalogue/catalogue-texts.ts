/**
 * Answers as text. A list spends most of its time on making text of its entries, and few of them change from one
 * request to the next. So the text of unchanged entries is cached.
 */
import { pageEnd, presentBook, presentEventEntry, presentPlace } from '@bellwether/api';
import type { CatalogueQuery } from '@bellwether/api';
import { assert } from '@bellwether/errors';
import type { AsOf } from '@bellwether/exchange';
import type { LiveEvent, LiveMarket } from '@bellwether/market-data';
import { LRUCache } from 'lru-cache';
import { MAX_KEPT_PAGES } from '../limits';
import type { Catalogue } from './catalogue';

/** A text with one number in it, which changes while the rest stays. */
interface KeptPage {
  readonly version: number;
  readonly before: string;
  readonly seq: number;
  readonly text: string;
}

interface KeptBook extends KeptPage {
  readonly depth: number;
  readonly after: string;
}

export class CatalogueTexts {
  private readonly entries = new WeakMap<LiveEvent, { version: number; text: string }>();
  private readonly books = new WeakMap<LiveMarket, KeptBook>();
  private readonly pages = new LRUCache<string, KeptPage>({ max: MAX_KEPT_PAGES });

  constructor(private readonly catalogue: Catalogue) {}

  /**
   * `GET /v1/markets`, `GET /v1/events`: the same list under either name.
   * @throws CodedError
   */
  async list(name: 'markets' | 'events', query: CatalogueQuery): Promise<string> {
    await this.catalogue.whenCurrent();
    const { version, asOf } = this.catalogue;
    const key = `${name} ${JSON.stringify(query)}`;
    const known = this.pages.get(key);
    if (known?.version === version && known.seq === asOf.seq) return known.text;
    const before = known?.version === version ? known.before : this.pageBefore(name, query);
    const text = `${before},${inside(presentPlace(asOf))}}`;
    this.pages.set(key, { version, before, seq: asOf.seq, text });
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

  /** Everything before the number, which is the last field of a page. */
  private pageBefore(name: string, query: CatalogueQuery): string {
    const { events, lastKey } = this.catalogue.pageNow(query);
    const entries = events.map((event) => this.entryOf(event)).join(',');
    return `{"${name}":[${entries}],${inside(pageEnd('event', lastKey))}`;
  }

  private entryOf(event: LiveEvent): string {
    const known = this.entries.get(event);
    if (known?.version === event.version) return known.text;
    const text = JSON.stringify(presentEventEntry(event.view()));
    this.entries.set(event, { version: event.version, text });
    return text;
  }
}

/** The fields of an object as JSON, without its braces. */
const inside = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** What stands before and after the number in a book. */
function bookAround(market: LiveMarket, depth: number, asOf: AsOf) {
  const text = JSON.stringify(presentBook(market.marketId, market.bookView(depth), asOf));
  const place = inside(presentPlace(asOf));
  const at = text.indexOf(place);
  assert(at !== -1, 'a book shows its place');
  return { before: text.slice(0, at), after: text.slice(at + place.length) };
}
