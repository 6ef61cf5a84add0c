import type { HistoryState } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import type { Projection } from '@bellwether/persistence';

/** How far history has taken in what the engine did. */
export class HistoryProgress {
  constructor(private readonly projection: Pick<Projection, 'cursor'>) {}

  /** @throws CodedError HISTORY_UNAVAILABLE */
  async seq(): Promise<number> {
    return (await this.projection.cursor()).seq;
  }

  /** For those who only tell: null where history cannot be read. */
  async stateOrNull(): Promise<HistoryState | null> {
    try {
      return { seq: await this.seq() };
    } catch (error) {
      if (error instanceof CodedError && error.code === 'HISTORY_UNAVAILABLE') return null;
      throw error;
    }
  }
}
