/** An event whose markets are all resolved, the last of them at `resolvedMs`. */
export interface ResolvedEvent {
  readonly event: number;
  readonly resolvedMs: number;
}

/**
 * Events whose markets are all resolved, in the order in which they came to be, which is that of time: the first is archived first.
 * Derived: it stands in no snapshot.
 */
export class ResolvedEvents {
  private waiting: ResolvedEvent[] = [];
  /** Of the list, so many were taken. */
  private taken = 0;

  get next(): ResolvedEvent | undefined {
    return this.waiting[this.taken];
  }

  add(resolved: ResolvedEvent): void {
    this.waiting.push(resolved);
  }

  take(): void {
    this.taken++;
    if (this.taken * 2 <= this.waiting.length) return;
    this.waiting = this.waiting.slice(this.taken);
    this.taken = 0;
  }
}
