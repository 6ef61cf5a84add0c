import type { LiveEvent } from '@bellwether/market-data';
import type { CatalogueSort, ListKey } from '@bellwether/api';

/** An event's position in a list. */
interface Entry extends ListKey {
  readonly event: LiveEvent;
}

/** Whether `a` comes before `b` in the list. Equal values: the newer event comes first. */
type Order = (a: ListKey, b: ListKey) => boolean;

const descending: Order = (a, b) =>
  a.value > b.value || (a.value === b.value && a.createdSeq > b.createdSeq);
const ascending: Order = (a, b) =>
  a.value < b.value || (a.value === b.value && a.createdSeq > b.createdSeq);

/** Above this number, a new sort costs less than a search for each position. */
const MANY = 64;

/** Events in the order of one sort. Keys differ, as `createdSeq` does. */
export class EventList {
  /** The last of the list first: new events are at its beginning, so they are appended. */
  private entries: Entry[] = [];
  private readonly isBefore: Order;

  constructor(sort: CatalogueSort = 'newest') {
    this.isBefore = sort === 'ending' ? ascending : descending;
  }

  get size(): number {
    return this.entries.length;
  }

  /** Cost: O(log n) and a copy within memory; of many, O(n log n) together. */
  add(added: readonly Entry[]): void {
    if (added.length < MANY) {
      for (const entry of added) this.entries.splice(this.placeOf(entry), 0, entry);
      return;
    }
    this.entries.push(...added);
    this.entries.sort((a, b) => (this.isBefore(a, b) ? 1 : -1));
  }

  /** @param key the one that it was added with */
  remove(key: ListKey): void {
    const at = this.placeOf(key);
    if (this.entries[at]?.createdSeq === key.createdSeq) this.entries.splice(at, 1);
  }

  /** In the order of the list, after `before` if it is given. Do not change the list meanwhile. */
  *after(before?: ListKey): Generator<LiveEvent> {
    const end = before === undefined ? this.entries.length : this.placeOf(before);
    for (let at = end - 1; at >= 0; at--) yield this.entries[at]!.event;
  }

  /** The number of entries that come after the key in the list, which is its index in `entries`. */
  private placeOf(key: ListKey): number {
    let [low, high] = [0, this.entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.isBefore(key, this.entries[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
