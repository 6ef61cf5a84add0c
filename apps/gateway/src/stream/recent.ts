import type { SequencedEvent } from '@bellwether/exchange';

/** Below this number, moving the rest is not worth it. */
const MOVED_FROM = 32;

/** Events in order: added at the end, removed from the beginning. */
export class Recent {
  private events: SequencedEvent[] = [];
  private head = 0;

  get count(): number {
    return this.events.length - this.head;
  }

  get oldest(): SequencedEvent | undefined {
    return this.events[this.head];
  }

  get newest(): SequencedEvent | undefined {
    return this.events.at(-1);
  }

  add(event: SequencedEvent): void {
    this.events.push(event);
  }

  /** There is one. */
  shift(): SequencedEvent {
    const oldest = this.events[this.head++]!;
    if (this.head >= MOVED_FROM && this.head * 2 >= this.events.length) {
      this.events = this.events.slice(this.head);
      this.head = 0;
    }
    return oldest;
  }

  last(count: number): readonly SequencedEvent[] {
    return this.events.slice(Math.max(this.head, this.events.length - count));
  }

  /** Events with a greater seq. */
  *after(seq: number): Generator<SequencedEvent> {
    for (let at = this.indexAfter(seq); at < this.events.length; at++) yield this.events[at]!;
  }

  private indexAfter(seq: number): number {
    let [low, high] = [this.head, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle]!.seq > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
