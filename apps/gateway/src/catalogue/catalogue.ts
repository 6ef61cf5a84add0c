/**
 * The events and markets of the exchange, from memory: never older than the request while the engine answers. Archived
 * ones come from history, and lists omit them.
 */
import type { CatalogueQuery, CategoryCount } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { AsOf } from '@bellwether/exchange';
import type { LiveEvent, LiveMarket } from '@bellwether/market-data';
import type { LiveViews } from '../live/live-views';
import { CatalogueIndex } from './catalogue-index';
import type { ArchivedCatalogue } from './archived-catalogue';
import type { CataloguePage } from './catalogue-index';

export interface FoundMarket {
  readonly event: LiveEvent;
  readonly market: LiveMarket;
}

/** The result is live: read `asOf` in the same turn of the event loop. */
export class Catalogue {
  private readonly index = new CatalogueIndex();
  private changes = 0;

  constructor(
    private readonly live: LiveViews,
    private readonly archived: Pick<ArchivedCatalogue, 'event' | 'eventOfMarket'>,
  ) {
    live.onCatalogue((changed) => {
      this.index.update(changed, live.hour);
      this.changes++;
    });
  }

  /** Rises with every change: a list made at the same version is still right. */
  get version(): number {
    return this.changes;
  }

  /** The hour that ends the day of the day's figures. They change with it, whatever the version. */
  get hour(): number {
    return this.live.hour;
  }

  /** The command that everything is as of, in this turn. */
  get asOf(): AsOf {
    return this.live.asOf;
  }

  /**
   * Resolves when `pageNow` is not older than the call.
   * @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED
   */
  async whenCurrent(): Promise<void> {
    await this.live.currentOrLast();
  }

  pageNow(query: CatalogueQuery): CataloguePage {
    this.index.passTo(this.hour);
    return this.index.list(query);
  }

  categoriesNow(): readonly CategoryCount[] {
    return this.index.categories();
  }

  /** @throws CodedError EVENT_NOT_FOUND, ENGINE_UNAVAILABLE, HISTORY_UNAVAILABLE */
  async event(eventId: string): Promise<LiveEvent> {
    const isCurrent = await this.live.currentOrLast();
    const event = this.live.catalogue.event(eventId) ?? (await this.archived.event(eventId));
    if (event === undefined) throw missing(isCurrent, 'EVENT_NOT_FOUND', { event_id: eventId });
    return event;
  }

  /** @throws CodedError MARKET_NOT_FOUND, ENGINE_UNAVAILABLE, HISTORY_UNAVAILABLE */
  async market(marketId: Uint8Array): Promise<FoundMarket> {
    const isCurrent = await this.live.currentOrLast();
    const found = this.live.catalogue.market(marketId);
    if (found !== undefined) return found;
    const event = await this.archived.eventOfMarket(marketId);
    const market = event?.markets.find((one) => toHex(one.marketId) === toHex(marketId));
    if (event !== undefined && market !== undefined) return { event, market };
    throw missing(isCurrent, 'MARKET_NOT_FOUND', { market_id: toHex(marketId) });
  }
}

/** Views that are not current may lack events created since. */
const missing = (
  isCurrent: boolean,
  code: 'EVENT_NOT_FOUND' | 'MARKET_NOT_FOUND',
  details: Readonly<Record<string, string>>,
): CodedError => (isCurrent ? new CodedError(code, details) : new CodedError('ENGINE_UNAVAILABLE'));
