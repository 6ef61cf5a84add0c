import { LRUCache } from 'lru-cache';
import type { Standing } from './engine-message';

/** Requests that were answered, and whose standing nobody has taken yet. */
const MOST_KEPT = 10_000;

/** What the engine said of users' limits beside its answers, by the request, until it is told to who asked. */
export class Standings {
  private readonly kept = new LRUCache<string, Standing>({ max: MOST_KEPT });

  note(requestId: string, standing: Standing | null): void {
    if (standing !== null) this.kept.set(requestId, standing);
  }

  /** Once. */
  take(requestId: string): Standing | undefined {
    const standing = this.kept.get(requestId);
    if (standing !== undefined) this.kept.delete(requestId);
    return standing;
  }
}
