/**
 * How far history is behind the event stream. Messages are counted exactly. For the time, the stream's tail is recorded
 * with the moment it was seen: history is as old as the oldest tail it has not reached.
 */
export class Lag {
  private tail: number | null = null;
  private reached = 0;
  /** Tails not reached yet, oldest first. */
  private seen: { readonly tail: number; readonly seenMs: number }[] = [];

  constructor(private readonly maxRemembered: number) {}

  /** The stream ends at message `tail` now. */
  sawTail(tail: number, nowMs: number): void {
    const known = this.tail;
    this.tail = tail;
    if (tail <= this.reached || tail === known) return;
    this.seen.push({ tail, seenMs: nowMs });
    // The oldest stays, because it is the one that counts. The others are thinned out.
    if (this.seen.length > this.maxRemembered)
      this.seen = this.seen.filter((_, index) => index % 2 === 0);
  }

  /** History has everything up to message `sequence`. */
  reach(sequence: number): void {
    this.reached = Math.max(this.reached, sequence);
    const next = this.seen.findIndex(({ tail }) => tail > this.reached);
    this.seen = next === -1 ? [] : this.seen.slice(next);
  }

  /** History ends where the stream last ended: neither behind nor, which must never happen, ahead. */
  get isLevel(): boolean {
    return this.tail === this.reached;
  }

  /** Null while the stream's tail is not known. */
  messages(): number | null {
    return this.tail === null ? null : Math.max(0, this.tail - this.reached);
  }

  /** 0 if history has reached every recorded tail. Null before the first. */
  milliseconds(nowMs: number): number | null {
    if (this.tail === null) return null;
    const [oldest] = this.seen;
    return oldest === undefined ? 0 : nowMs - oldest.seenMs;
  }
}
