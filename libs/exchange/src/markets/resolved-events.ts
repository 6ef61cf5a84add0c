/** A fully resolved event; its last market was resolved at `resolvedMs`. */
export interface ResolvedEvent {
  readonly event: number;
  readonly resolvedMs: number;
}

/**
 * The queue of fully resolved events, in the order of their last resolutions: the first is archived first. It is
 * derived, so it is not in snapshots.
 */
export class ResolvedEvents {
  private waiting: ResolvedEvent[] = [];
  /** The number of entries already taken from the front. */
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
