import { LRUCache } from 'lru-cache';

interface Known<V> {
  /** Of the command that made the value. */
  readonly seq: number;
  readonly value: V;
}

/**
 * Values that events tell whole: of two the newer one counts, wherever it came from. Only keys that somebody expects are
 * kept. So the engine may be asked for one while events of it arrive, in any order.
 */
export class NewestValues<V> {
  private readonly entries: LRUCache<string, { known: Known<V> | null }>;

  constructor(capacity: number) {
    this.entries = new LRUCache({ max: capacity });
  }

  get size(): number {
    return this.entries.size;
  }

  /** Undefined where none is known: expect the key, then tell the value as the engine has it after that. */
  get(key: string): V | undefined {
    return this.entries.get(key)?.known?.value;
  }

  /** From now on values of this key are taken in. */
  expect(key: string): void {
    if (this.entries.peek(key) === undefined) this.entries.set(key, { known: null });
  }

  /** The value after command `seq`. */
  tell(key: string, seq: number, value: V): void {
    const entry = this.entries.peek(key);
    if (entry === undefined) return;
    if (entry.known === null || entry.known.seq <= seq) entry.known = { seq, value };
  }
}
