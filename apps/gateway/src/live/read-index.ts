import { setImmediate as turnsEnd } from 'node:timers/promises';
import type { EngineClient, ResultOf } from '@bellwether/bus';
import { READ_INDEX_TIMEOUT_MS } from '../limits';

/** The engine's position: `seq` and `timestampMs` of its last command, `view` the offset of the last event. */
export type ReadIndex = ResultOf<'event_place'>;

/**
 * The engine's position, with one query for all concurrent readers. A reader that arrives while a query is under way
 * waits for the next one, so an answer is never older than its request. A query costs three processes more than most
 * reads do, so it is sent at the end of a turn of the event loop, for all requests of that turn.
 */
export class ReadIndexes {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<ReadIndex> | null = null;

  constructor(private readonly engine: Pick<EngineClient, 'query'>) {}

  /** @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED */
  ask(): Promise<ReadIndex> {
    return (this.next ??= this.beginNext());
  }

  private async beginNext(): Promise<ReadIndex> {
    await this.running.catch(() => undefined);
    await turnsEnd();
    const options = { requestId: 'read-index', timeoutMs: READ_INDEX_TIMEOUT_MS, isAtOnce: true };
    const asked = this.engine.query('event_place', {}, options);
    this.running = asked;
    this.next = null;
    return asked;
  }
}
