import { CodedError } from '@bellwether/errors';

/**
 * Reads that are shared without ever being stale: at most one runs at a time, and callers who ask for the same
 * thing while it waits its turn get one answer. A caller never joins a read that had begun before it asked, so what
 * it gets is never older than its own arrival.
 */
export class FreshReads<K, V> {
  private readonly waiting = new Map<K, Promise<V>>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly maxWaiting: number,
    private readonly read: (key: K) => Promise<V>,
  ) {}

  /** @throws CodedError OVERLOADED where too many different reads wait; whatever `read` throws */
  get(key: K): Promise<V> {
    const joined = this.waiting.get(key);
    if (joined !== undefined) return joined;
    if (this.waiting.size >= this.maxWaiting) return Promise.reject(new CodedError('OVERLOADED'));
    const result = this.last.then(() => {
      this.waiting.delete(key);
      return this.read(key);
    });
    this.waiting.set(key, result);
    this.last = result.catch(() => undefined);
    return result;
  }
}
