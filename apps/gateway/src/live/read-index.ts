import { setImmediate as turnsEnd } from 'node:timers/promises';
import type { EngineClient, ResultOf } from '@bellwether/bus';
import {
  BUSY_READERS,
  GATHERING_QUIET_TURNS,
  MAX_GATHERING_MS,
  READ_INDEX_TIMEOUT_MS,
} from '../limits';

/** Where the engine was: `seq` and `timestampMs` of its last command, `view` the place of the last event made. */
export type ReadIndex = ResultOf<'event_place'>;

/**
 * How far the engine is, asked once for all who want to know at the same time. Whoever comes while a question is under
 * way waits for the next one: the answer is never older than the asking. Many readers wait a little for each other, as
 * a question costs three processes more than most of the reads it is for.
 */
export class ReadIndexes {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<ReadIndex> | null = null;
  /** Who waits for `next`. */
  private waiting = 0;

  constructor(
    private readonly engine: Pick<EngineClient, 'query'>,
    private readonly maxGatheringMs = MAX_GATHERING_MS,
  ) {}

  /** @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED */
  ask(): Promise<ReadIndex> {
    this.waiting++;
    return (this.next ??= this.beginNext());
  }

  private async beginNext(): Promise<ReadIndex> {
    await this.running.catch(() => undefined);
    await this.whenGathered();
    const options = { requestId: 'read-index', timeoutMs: READ_INDEX_TIMEOUT_MS, isAtOnce: true };
    const asked = this.engine.query('event_place', {}, options);
    this.running = asked;
    this.next = null;
    this.waiting = 0;
    return asked;
  }

  /**
   * Whoever is read from the sockets in this turn of the event loop shares the question. In a crowd the answers that went out
   * just now bring the next requests, so that a little patience makes one question of three.
   */
  private async whenGathered(): Promise<void> {
    const begunMs = performance.now();
    for (let quietTurns = 0; quietTurns < GATHERING_QUIET_TURNS;) {
      const { waiting } = this;
      await turnsEnd();
      const isLate = performance.now() - begunMs > this.maxGatheringMs;
      if (isLate || this.waiting < BUSY_READERS) return;
      quietTurns = this.waiting === waiting ? quietTurns + 1 : 0;
    }
  }
}
