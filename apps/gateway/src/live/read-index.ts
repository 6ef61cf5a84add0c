import { setImmediate as turnsEnd, setTimeout as sleep } from 'node:timers/promises';
import type { EngineClient, ResultOf } from '@bellwether/bus';
import { BUSY_READERS, READ_INDEX_INTERVAL_MS, READ_INDEX_TIMEOUT_MS } from '../limits';

/** Where the engine was: `seq` and `timestampMs` of its last command, `view` the place of the last event made. */
export type ReadIndex = ResultOf<'event_place'>;

/**
 * How far the engine is, asked once for all who want to know at the same time. Whoever comes while a question is under
 * way waits for the next one: the answer is never older than the asking. Many readers wait a little for each other, as
 * a question costs three processes more than most of the reads it is for.
 */
export class ReadIndexes {
  private running: Promise<unknown> = Promise.resolve();
  private begunMs = -Infinity;
  private next: Promise<ReadIndex> | null = null;
  /** Who waits for `next`. */
  private waiting = 0;

  constructor(private readonly engine: Pick<EngineClient, 'query'>) {}

  /** @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED */
  ask(): Promise<ReadIndex> {
    this.waiting++;
    return (this.next ??= this.beginNext());
  }

  private async beginNext(): Promise<ReadIndex> {
    await this.running.catch(() => undefined);
    const early = this.begunMs + READ_INDEX_INTERVAL_MS - performance.now();
    if (early > 0 && this.waiting >= BUSY_READERS) await sleep(early);
    // Whoever is read from the sockets in this turn of the event loop shares it, and it leaves before their answers do.
    await turnsEnd();
    const options = { requestId: 'read-index', timeoutMs: READ_INDEX_TIMEOUT_MS };
    const asked = this.engine.query('event_place', {}, options);
    this.running = asked;
    this.begunMs = performance.now();
    this.next = null;
    this.waiting = 0;
    return asked;
  }
}
