import { setImmediate as turnsEnd } from 'node:timers/promises';
import type { EngineClient, ResultOf } from '@bellwether/bus';
import { READ_INDEX_TIMEOUT_MS } from '../limits';

/** Where the engine was: `seq` and `timestampMs` of its last command, `view` the place of the last event made. */
export type ReadIndex = ResultOf<'event_place'>;

/**
 * How far the engine is, asked once for all who want to know at the same time. Whoever comes while a question is under
 * way waits for the next one: the answer is never older than the asking. A question costs three processes more than most
 * of the reads it is for, so it leaves at the end of a turn of the event loop, with everybody who was read in it.
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
