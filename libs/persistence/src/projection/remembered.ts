/**
 * Rows that this process has written, as of a cursor, so that a transaction reads only rows that have not changed for
 * long. Every writer of history moves the cursor: if it has not moved, no other process has written.
 */
import { LRUCache } from 'lru-cache';
import type { ProjectionCursor } from './fresh-events';

export interface Lookup<Value> {
  get(key: string): Value | undefined;
}

export class Remembered<Value extends object> {
  private cursor: ProjectionCursor | null = null;
  private readonly values: LRUCache<string, Value>;

  /** @param max another one costs a look-up */
  constructor(max: number) {
    this.values = new LRUCache({ max });
  }

  /** The known rows if history ends at `cursor`: none, if `keep` left another cursor. */
  at(cursor: ProjectionCursor): Lookup<Value> {
    if (this.cursor === null || !isSame(cursor, this.cursor)) this.values.clear();
    return this.values;
  }

  /** Call once the transaction that moved history to `cursor` is committed. */
  keep(cursor: ProjectionCursor, changed: Iterable<readonly [string, Value]>): void {
    for (const [key, value] of changed) this.values.set(key, value);
    this.cursor = cursor;
  }
}

const isSame = (a: ProjectionCursor, b: ProjectionCursor): boolean =>
  a.seq === b.seq && a.index === b.index && a.streamSequence === b.streamSequence;
