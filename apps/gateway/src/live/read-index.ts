import type { EngineClient, ResultOf } from '@bellwether/bus';
import { READ_INDEX_TIMEOUT_MS } from '../limits';

/** Where the engine was: `seq` and `timestampMs` of its last command, `view` the place of the last event made. */
export type ReadIndex = ResultOf<'event_place'>;

/**
 * How far the engine is, asked once for all who want to know at the same time. Whoever comes while a question is under
 * way waits for the next one: the answer is never older than the asking.
 */
export class ReadIndexes {
  private running: Promise<unknown> | null = null;
  private next: Promise<ReadIndex> | null = null;

  constructor(private readonly engine: Pick<EngineClient, 'query'>) {}

  /** @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED */
  ask(): Promise<ReadIndex> {
    if (this.running === null) return this.begin();
    if (this.next === null) {
      const begin = () => this.begin();
      this.next = this.running.then(begin, begin);
    }
    return this.next;
  }

  private begin(): Promise<ReadIndex> {
    const options = { requestId: 'read-index', timeoutMs: READ_INDEX_TIMEOUT_MS };
    const asked = this.engine.query('event_place', {}, options);
    this.next = null;
    this.running = asked;
    // Whoever waits for the next one has replaced `running` when this is looked at.
    const forget = () => {
      if (this.running === asked && this.next === null) this.running = null;
    };
    asked.then(forget, forget);
    return asked;
  }
}
