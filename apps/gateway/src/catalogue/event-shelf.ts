import { CATALOGUE_SORTS } from '@bellwether/api';
import type { CatalogueSort, ListKey } from '@bellwether/api';
import type { LiveEvent } from '@bellwether/market-data';
import { EventList } from './event-list';

/** An event's key in each sort. */
export type ListKeys = Readonly<Record<CatalogueSort, ListKey>>;

export interface Shelved {
  readonly event: LiveEvent;
  readonly keys: ListKeys;
}

/** The same events in every sort: all of them, those of one status, or those of one category. */
export class EventShelf {
  private readonly lists = new Map(CATALOGUE_SORTS.map((sort) => [sort, new EventList(sort)]));

  get size(): number {
    return this.in('newest').size;
  }

  in(sort: CatalogueSort): EventList {
    return this.lists.get(sort)!;
  }

  add(shelved: readonly Shelved[]): void {
    for (const [sort, list] of this.lists) {
      list.add(shelved.map(({ event, keys }) => ({ event, ...keys[sort] })));
    }
  }

  remove({ keys }: Pick<Shelved, 'keys'>): void {
    for (const [sort, list] of this.lists) list.remove(keys[sort]);
  }

  /** The event's values changed. In most sorts its position stays. */
  move(event: LiveEvent, from: ListKeys, to: ListKeys): void {
    for (const [sort, list] of this.lists) {
      if (from[sort].value === to[sort].value) continue;
      list.remove(from[sort]);
      list.add([{ event, ...to[sort] }]);
    }
  }
}

/** @param hour the last of the day of `volume_24h`; an unknown volume counts as 0 */
export function listKeysOf(event: LiveEvent, hour: number): ListKeys {
  const { createdSeq, expiry } = event.terms;
  let [volume, dayVolume] = [0, 0];
  for (const market of event.markets) {
    volume += market.rank;
    dayVolume += market.dayRank(hour);
  }
  const by = (value: number): ListKey => ({ value, createdSeq });
  return {
    newest: by(createdSeq),
    volume: by(volume),
    volume_24h: by(dayVolume),
    ending: by(expiry),
  };
}
