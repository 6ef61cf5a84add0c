import { LRUCache } from 'lru-cache';
import type { WatchedUsers } from './watched-users';

interface Known<V> {
  /** The seq of the command that set the value. */
  readonly seq: number;
  readonly value: V;
}

/**
 * Values that arrive complete, by event or by query. The newer of two wins, whatever its origin. Only expected keys
 * are stored. So the engine may be queried while its events arrive, in any order.
 */
export class NewestValues<V> {
  private readonly entries: LRUCache<string, { known: Known<V> | null }>;

  /** @param watched notified of every key that is stored or removed */
  constructor(
    capacity: number,
    private readonly watched: Pick<WatchedUsers, 'add' | 'drop'>,
  ) {
    this.entries = new LRUCache({ max: capacity, dispose: (_entry, key) => watched.drop(key) });
  }

  get size(): number {
    return this.entries.size;
  }

  /** Undefined if it is unknown: expect the key, query the engine, then store the answer with `tell`. */
  get(key: string): V | undefined {
    return this.entries.get(key)?.known?.value;
  }

  /** Values of this key are stored from now on. */
  expect(key: string): void {
    if (this.entries.peek(key) !== undefined) return;
    this.watched.add(key);
    this.entries.set(key, { known: null });
  }

  /** Stores the value as of command `seq`, unless a newer one is stored. */
  report(key: string, seq: number, value: V): void {
    const entry = this.entries.peek(key);
    if (entry === undefined) return;
    if (entry.known === null || entry.known.seq <= seq) entry.known = { seq, value };
  }
}
