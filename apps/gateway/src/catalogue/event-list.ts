import type { LiveEvent } from '@bellwether/market-data';

/** Events in order of creation, searched from the newest. */
export class EventList {
  /** Oldest first. */
  private readonly events: LiveEvent[] = [];

  get size(): number {
    return this.events.length;
  }

  add(event: LiveEvent): void {
    this.events.splice(this.placeOf(event.terms.createdSeq), 0, event);
  }

  remove(event: LiveEvent): void {
    this.events.splice(this.placeOf(event.terms.createdSeq), 1);
  }

  /** Newest first. `before` is an exclusive `createdSeq`. */
  *before(before = Infinity): Generator<LiveEvent> {
    for (let at = this.placeOf(before) - 1; at >= 0; at--) yield this.events[at]!;
  }

  /** Index of the first event that was created at or after `seq`. */
  private placeOf(seq: number): number {
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.terms.createdSeq < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
