/** Up to this many entries, a linear search is faster than a set. */
const FEW = 16;
const INITIAL_ENTRIES = 64;
const INTS_PER_ENTRY = 3;
/** `second` of an entry has 17 bits and `first` 22, so both together are exact in a double. */
const SECONDS = 2 ** 17;

/**
 * Pairs of numbers in order of insertion, each once, with a note for each. A command adds a few, rarely thousands.
 * Clearing resets the count, which costs nothing.
 */
export class InsertionOrderedSet {
  private entries = 0;
  /** Entry 0 holds no pair: `add` compares with the previous entry, and so there always is one. */
  private ints = new Int32Array(INITIAL_ENTRIES * INTS_PER_ENTRY).fill(-1);
  /** All pairs, used once there are more than a few. */
  private readonly many = new Set<number>();
  private hasMany = false;

  get count(): number {
    return this.entries;
  }

  first(index: number): number {
    return this.ints[(index + 1) * INTS_PER_ENTRY]!;
  }

  second(index: number): number {
    return this.ints[(index + 1) * INTS_PER_ENTRY + 1]!;
  }

  note(index: number): number {
    return this.ints[(index + 1) * INTS_PER_ENTRY + 2]!;
  }

  /** Adds the pair with its note; a pair already in the set keeps its note. */
  add(first: number, second: number, note: number): void {
    const last = this.entries * INTS_PER_ENTRY;
    // A walk adds the same pair many times in a row.
    if (this.ints[last] !== first || this.ints[last + 1] !== second) {
      this.addOther(first, second, note);
    }
  }

  clear(): void {
    this.entries = 0;
    if (!this.hasMany) return;
    this.many.clear();
    this.hasMany = false;
  }

  private addOther(first: number, second: number, note: number): void {
    const { ints } = this;
    const last = this.entries * INTS_PER_ENTRY;
    const before = Math.max(0, last - FEW * INTS_PER_ENTRY);
    for (let at = last - INTS_PER_ENTRY; at > before; at -= INTS_PER_ENTRY) {
      if (ints[at] === first && ints[at + 1] === second) return;
    }
    if (before > 0 && this.isAmongMany(first, second)) return;
    this.append(last + INTS_PER_ENTRY, first, second, note);
  }

  private append(at: number, first: number, second: number, note: number): void {
    if (at === this.ints.length) this.grow();
    const { ints } = this;
    ints[at] = first;
    ints[at + 1] = second;
    ints[at + 2] = note;
    this.entries++;
    if (this.hasMany) this.many.add(first * SECONDS + second);
  }

  private isAmongMany(first: number, second: number): boolean {
    if (!this.hasMany) {
      this.hasMany = true;
      for (let i = 0; i < this.entries; i++) {
        this.many.add(this.first(i) * SECONDS + this.second(i));
      }
    }
    return this.many.has(first * SECONDS + second);
  }

  private grow(): void {
    const grown = new Int32Array(this.ints.length * 2);
    grown.set(this.ints);
    this.ints = grown;
  }
}
