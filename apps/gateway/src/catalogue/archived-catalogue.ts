import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { EventView } from '@bellwether/exchange';
import { LiveEvent } from '@bellwether/market-data';
import type { CatalogueHistory } from '@bellwether/persistence';
import { LRUCache } from 'lru-cache';
import { MAX_CACHED_ARCHIVED_EVENTS } from '../limits';

/**
 * Archived events, from history. They no longer change, so recently requested ones are cached. Unknown ids are not
 * cached: each costs one index look-up.
 */
export class ArchivedCatalogue {
  private readonly byId = new LRUCache<string, LiveEvent>({ max: MAX_CACHED_ARCHIVED_EVENTS });
  private readonly byMarket = new LRUCache<string, LiveEvent>({ max: MAX_CACHED_ARCHIVED_EVENTS });

  constructor(private readonly history: Pick<CatalogueHistory, 'event' | 'eventOfMarket'>) {}

  /**
   * Undefined if there never was such an event.
   * @throws CodedError HISTORY_UNAVAILABLE
   */
  event(eventId: string): Promise<LiveEvent | undefined> {
    return find(this.byId, eventId, () => this.history.event(eventId));
  }

  /**
   * The event of the market.
   * @throws CodedError HISTORY_UNAVAILABLE
   */
  eventOfMarket(marketId: Uint8Array): Promise<LiveEvent | undefined> {
    return find(this.byMarket, toHex(marketId), () => this.history.eventOfMarket(marketId));
  }
}

async function find(
  kept: LRUCache<string, LiveEvent>,
  key: string,
  read: () => Promise<EventView | null>,
): Promise<LiveEvent | undefined> {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const view = await read();
  if (view === null) return undefined;
  // History is behind or ahead of the views. In a moment one of them knows.
  if (view.markets.some(({ resolution }) => resolution === null)) {
    throw new CodedError('HISTORY_UNAVAILABLE');
  }
  const event = LiveEvent.archived(view);
  kept.set(key, event);
  return event;
}
