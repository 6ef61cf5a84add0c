/** Seeded chance (mulberry32): the same seed draws the same on every machine. For tests and benchmarks, never for secrets. */
export class Random {
  private state: number;

  /** @param seed its lowest 32 bits count */
  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 inclusive to 1 exclusive. */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both inclusive. */
  between(low: number, high: number): number {
    const [least, most] = [Math.ceil(low), Math.floor(high)];
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  /** From 0 to `count - 1`. */
  index(count: number): number {
    return Math.floor(this.unit() * count);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new RangeError('nothing to pick from');
    return values[this.index(values.length)]!;
  }

  /** A key of `weights`, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.unit() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)![0];
  }
}
