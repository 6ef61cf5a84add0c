import { randomUUID } from 'node:crypto';
import { setImmediate as turnsEnd } from 'node:timers/promises';
import type { EngineClient, ParamsOf, ResultOf } from '@bellwether/bus';
import { CodedError } from '@bellwether/errors';
import {
  BUSY_READERS,
  GATHERING_QUIET_TURNS,
  MAX_GATHERING_MS,
  NO_LEASE_MS,
  READ_INDEX_TIMEOUT_MS,
} from '../limits';

/** Where the engine was: `seq` and `timestampMs` of its last command, `view` the place of the last event made. */
export type ReadIndex = ResultOf<'event_place'>;

interface Leased {
  readonly answer: Promise<ReadIndex>;
  readonly untilMs: number;
}

/**
 * How far the engine is, asked once for all who want to know at the same time. Whoever comes while a question is under
 * way waits for the next one: the answer is never older than the asking. Many readers wait a little for each other, as
 * a question costs three processes more than most of the reads it is for.
 *
 * In quiet times an answer comes with a lease, and is good for whoever comes until that ends: by its time, or because the
 * engine says so. Then another question is asked at once, even if nobody waits for it: a command does.
 */
export class ReadIndexes {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<ReadIndex> | null = null;
  /** Who waits for `next`. */
  private waiting = 0;
  private leased: Leased | null = null;
  private readonly holder = randomUUID();
  private questions = 0;
  /** How often leases were ended by the engine. */
  private endings = 0;
  private isLettingGo = false;
  /** An engine of the release before gives none. */
  private noLeaseUntilMs = -Infinity;

  constructor(
    private readonly engine: Pick<EngineClient, 'query'>,
    private readonly maxGatheringMs = MAX_GATHERING_MS,
  ) {}

  /** @throws CodedError ENGINE_UNAVAILABLE, OVERLOADED */
  ask(): Promise<ReadIndex> {
    const leased = this.leasedNow();
    if (leased !== null) return leased;
    this.waiting++;
    return (this.next ??= this.beginNext());
  }

  /** No answer so far is to be given to whoever comes from now on. */
  endLease(): void {
    this.endings++;
    this.leased = null;
    this.isLettingGo = true;
    // Its failure is told to those who read.
    this.ask().catch(() => undefined);
  }

  private async beginNext(): Promise<ReadIndex> {
    await this.running.catch(() => undefined);
    // What was under way brought a lease: it is as good for those who came meanwhile, and another question would let it go.
    const leased = this.leasedNow();
    if (leased !== null) {
      this.begun();
      return leased;
    }
    await this.whenGathered();
    const { endings } = this;
    const sentMs = performance.now();
    const asked = this.send(sentMs);
    this.running = asked;
    this.begun();
    this.isLettingGo = false;
    const answer = await asked;
    const untilMs = sentMs + answer.view.leaseMs;
    // What ended a lease may have been faster than the answer that gave it.
    if (endings === this.endings && untilMs > sentMs) this.leased = { answer: asked, untilMs };
    return answer;
  }

  private begun(): void {
    this.next = null;
    this.waiting = 0;
  }

  private leasedNow(): Promise<ReadIndex> | null {
    if (this.leased !== null && performance.now() >= this.leased.untilMs) this.leased = null;
    return this.leased?.answer ?? null;
  }

  private async send(nowMs: number): Promise<ReadIndex> {
    const options = { requestId: 'read-index', timeoutMs: READ_INDEX_TIMEOUT_MS, isAtOnce: true };
    const ask = (params: ParamsOf<'event_place'>) =>
      this.engine.query('event_place', params, options);
    if (nowMs < this.noLeaseUntilMs) return ask({});
    try {
      return await ask({ lease: { holder: this.holder, number: ++this.questions } });
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'UNKNOWN_FIELD')) throw error;
      this.noLeaseUntilMs = nowMs + NO_LEASE_MS;
      return ask({});
    }
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
      if (isLate || this.isLettingGo || this.waiting < BUSY_READERS) return;
      quietTurns = this.waiting === waiting ? quietTurns + 1 : 0;
    }
  }
}
