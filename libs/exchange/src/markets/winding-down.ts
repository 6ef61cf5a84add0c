/**
 * Markets that have ended and still have resting orders, or holders who were not paid. The next slice belongs to the one
 * that has waited longest; what it leaves waits behind the others, so no market waits for the whole of a larger one.
 */
export class WindingDown {
  /** In the order in which they wait. */
  private readonly waiting = new Set<number>();

  /** The market of the next slice, 0 if there is none. */
  get next(): number {
    for (const market of this.waiting) return market;
    return 0;
  }

  has(market: number): boolean {
    return this.waiting.has(market);
  }

  /** A market that waits keeps its place. */
  add(market: number): void {
    this.waiting.add(market);
  }

  /** Takes a market out; `add` puts it behind the others. */
  remove(market: number): void {
    this.waiting.delete(market);
  }

  /** In the order in which they wait, for a snapshot. */
  all(): number[] {
    return [...this.waiting];
  }
}
