/** A map that holds at most `capacity` entries: the least recently used gives way, and `onEvicted` is told. */
export class BoundedMap<V> {
  private readonly entries = new Map<string, V>();

  constructor(
    private readonly capacity: number,
    private readonly onEvicted: (value: V) => void = () => {},
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps the order of insertion: putting an entry back makes it the newest.
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
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
