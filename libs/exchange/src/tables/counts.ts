/**
 * Counts the records of a table by a number in them, e.g. their account. It is derived, so it is not in snapshots.
 */
export class Counts {
  private counts = new Int32Array(16);

  of(number: number): number {
    return this.counts[number] ?? 0;
  }

  add(number: number, change: 1 | -1): void {
    if (number >= this.counts.length) {
      const grown = new Int32Array(Math.max(number + 1, this.counts.length * 2));
      grown.set(this.counts);
      this.counts = grown;
    }
    this.counts[number]! += change;
  }
}
