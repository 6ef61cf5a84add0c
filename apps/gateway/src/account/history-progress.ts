import type { HistoryState } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { Projection } from '@bellwether/persistence';

/** How far history has followed the engine. */
export class HistoryProgress {
  constructor(private readonly projection: Pick<Projection, 'cursor'>) {}

  /** @throws CodedError HISTORY_UNAVAILABLE */
  async seq(): Promise<number> {
    return (await this.projection.cursor()).seq;
  }

  /** Null if history cannot be read: for reports that must not fail. */
  async stateOrNull(): Promise<HistoryState | null> {
    try {
      return { seq: await this.seq() };
    } catch (error) {
      if (error instanceof CodedError && error.code === 'HISTORY_UNAVAILABLE') return null;
      throw error;
    }
  }
}
