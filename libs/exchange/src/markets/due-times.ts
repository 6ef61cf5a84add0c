import type { Catalogue } from './catalogue';

/**
 * When an event opens or expires without a command. The list is sorted with the next due time last, so taking it is
 * O(1). Adding is O(n), a copy within memory: only an admin's `create_event` adds. The due times of an archived event
 * are removed.
 */
export interface DueTime {
  readonly atMs: number;
  readonly event: number;
  readonly what: 'opens' | 'expires';
}

/** By time, then by creation. An event's own two times differ: it opens before it expires. */
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

  /** Adds the times of all events after a snapshot is restored. Times in the past no longer apply to any market. */
  addEvents(catalogue: Catalogue): void {
    for (const event of catalogue.all()) {
      const { opensAt } = catalogue.entry(event).command;
      if (opensAt !== null) this.laterFirst.push({ atMs: opensAt * 1000, event, what: 'opens' });
      const atMs = catalogue.expiryOf(event) * 1000;
      this.laterFirst.push({ atMs, event, what: 'expires' });
    }
    this.laterFirst.sort((a, b) => (comesBefore(a, b) ? 1 : -1));
  }

  /** The event expires then, and not at the time it had before. */
  expireAt(event: number, beforeMs: number, atMs: number): void {
    this.drop({ atMs: beforeMs, event, what: 'expires' });
    this.add({ atMs, event, what: 'expires' });
  }

  add(due: DueTime): void {
    this.laterFirst.splice(this.indexOf(due), 0, due);
  }

  /** Removes the times of an archived event. Those in the past are gone already. */
  forget(event: number, { opensAt, expiry }: { opensAt: number | null; expiry: number }): void {
    if (opensAt !== null) this.drop({ atMs: opensAt * 1000, event, what: 'opens' });
    this.drop({ atMs: expiry * 1000, event, what: 'expires' });
  }

  private drop(due: DueTime): void {
    const index = this.indexOf(due);
    const known = this.laterFirst[index];
    if (known?.event === due.event && known.atMs === due.atMs) this.laterFirst.splice(index, 1);
  }

  /** The index at which the due time is, or belongs. */
  private indexOf(due: DueTime): number {
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
