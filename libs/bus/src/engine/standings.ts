import { LRUCache } from 'lru-cache';
import type { Standing } from './engine-message';

/** Requests that were answered, and whose standing nobody has taken yet. */
const MOST_KEPT = 10_000;

/** The users' limits that came with the engine's answers, by request, until the answer to the client takes them. */
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
