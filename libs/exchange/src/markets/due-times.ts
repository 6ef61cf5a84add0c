import type { Catalogue } from './catalogue';

/**
 * When something happens by itself: an event opens, or expires. Sorted, the next to come last, so that taking it
 * is O(1); adding is O(n), a copy within memory, and only an admin's `create_event` adds, and an archived event's times are dropped.
 */
export interface DueTime {
  readonly atMs: number;
  readonly event: number;
  readonly what: 'opens' | 'expires';
}

/** In order of time, then of creation. An event's own two times differ: it opens before it expires. */
const comesBefore = (a: DueTime, b: DueTime): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.event < b.event);

export class DueTimes {
  private readonly laterFirst: DueTime[] = [];

  get next(): DueTime | undefined {
    return this.laterFirst.at(-1);
  }

  take(): DueTime | undefined {
    return this.laterFirst.pop();
  }

  /** The times of all events there are, when a snapshot is restored. Those that have passed concern no market. */
  addEvents(catalogue: Catalogue): void {
    for (const event of catalogue.all()) {
      const { opensAt, expiry } = catalogue.entry(event).command;
      if (opensAt !== null) this.laterFirst.push({ atMs: opensAt * 1000, event, what: 'opens' });
      this.laterFirst.push({ atMs: expiry * 1000, event, what: 'expires' });
    }
    this.laterFirst.sort((a, b) => (comesBefore(a, b) ? 1 : -1));
  }

  add(due: DueTime): void {
    this.laterFirst.splice(this.placeOf(due), 0, due);
  }

  /** The event is archived: its times need not be waited for. Those that have passed are not there any more. */
  forget(event: number, { opensAt, expiry }: { opensAt: number | null; expiry: number }): void {
    if (opensAt !== null) this.drop({ atMs: opensAt * 1000, event, what: 'opens' });
    this.drop({ atMs: expiry * 1000, event, what: 'expires' });
  }

  private drop(due: DueTime): void {
    const place = this.placeOf(due);
    const known = this.laterFirst[place];
    if (known?.event === due.event && known.atMs === due.atMs) this.laterFirst.splice(place, 1);
  }

  /** Where the time belongs, or is. */
  private placeOf(due: DueTime): number {
    let low = 0;
    let high = this.laterFirst.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comesBefore(due, this.laterFirst[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
