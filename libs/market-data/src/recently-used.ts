/** An LRU map of at most `capacity` entries. It calls `onEvicted` for an entry that is evicted. */
export class RecentlyUsed<V> {
  /** Least recently used first: a Map keeps insertion order. */
  private readonly entries = new Map<string, V>();

  constructor(
    private readonly capacity: number,
    private readonly onEvicted: (value: V) => void = () => {},
  ) {}

  get size(): number {
    return this.entries.size;
  }

  /** Counts as use. */
  get(key: string): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  /** Does not count as use. */
  peek(key: string): V | undefined {
    return this.entries.get(key);
  }

  set(key: string, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.capacity) return;
    const [oldest] = this.entries;
    if (oldest === undefined) return;
    this.entries.delete(oldest[0]);
    this.onEvicted(oldest[1]);
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
