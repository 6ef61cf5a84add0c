/**
 * Writes the stream's events to history for as long as the process lives. Every fault of the world is waited out: no
 * event is ever skipped. What history has is known by the cursor in PostgreSQL, not by this process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { consumeEvents, eventStreamTail } from '@bellwether/bus';
import type { Bus, EngineClient, EventOffset, StreamedBatch } from '@bellwether/bus';
import { CodedError, Fault, InvariantViolation, backoffMs } from '@bellwether/errors';
import { historyPartOf } from '@bellwether/persistence';
import type { CaseHistory, LedgerHistory, Projection } from '@bellwether/persistence';
import type { Logger } from '@bellwether/runtime';
import { Backlog } from './backlog';
import type { Lag } from './lag';
import { checkLedger } from './ledger-check';
import {
  FIRST_RESTART_MS,
  FIRST_RETRY_MS,
  LAST_RESTART_MS,
  LAST_RETRY_MS,
  LEDGER_CHECK_INTERVAL_MS,
  LINKS_INTERVAL_MS,
  MAX_EVENTS_PER_TRANSACTION,
  MAX_HELD_EVENTS,
  MAX_READY_LAG_MS,
  OVERDUE_INTERVAL_MS,
  TAIL_INTERVAL_MS,
  TRANSACTION_INTERVAL_MS,
} from './limits';
import type { ProjectorMetrics } from './projector-metrics';

export interface ProjectorDependencies {
  readonly bus: Bus;
  readonly projection: Projection;
  readonly ledger: LedgerHistory;
  readonly cases: Pick<CaseHistory, 'overdue'>;
  readonly engine: EngineClient;
  readonly lag: Lag;
  readonly metrics: ProjectorMetrics;
  /** Unix time in milliseconds. */
  readonly nowMs: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  readonly log: Logger;
}

export class Projector {
  private readonly stopping = new AbortController();
  /** Why the last events could not be written. Undefined once some were, or none wait. */
  private trouble: unknown;
  private restarts = 0;
  private loops: Promise<unknown> | undefined;

  constructor(
    private readonly options: { readonly shard: number },
    private readonly parts: ProjectorDependencies,
  ) {
    const { metrics, lag, clock } = parts;
    metrics.watch(() => {
      const milliseconds = lag.milliseconds(clock());
      return {
        messages: lag.messages(),
        seconds: milliseconds === null ? null : milliseconds / 1_000,
      };
    });
  }

  /** `fail` gets an invariant violation, which this process must not survive. */
  start(fail: (reason: unknown) => void): void {
    const loops = [
      this.takeEvents(),
      this.watchTail(),
      this.watchLinks(),
      this.watchLedger(),
      this.watchOverdue(),
    ];
    for (const loop of loops) loop.catch(fail);
    this.loops = Promise.allSettled(loops);
  }

  /** The transaction under way is finished. The next process continues. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loops;
  }

  /** Rejects while events cannot be written. */
  checkEvents(): Promise<void> {
    return this.trouble === undefined ? Promise.resolve() : Promise.reject(this.trouble);
  }

  /** Rejects while history is too far behind for its readers. */
  checkLag(): Promise<void> {
    const lagMs = this.parts.lag.milliseconds(this.parts.clock());
    if (lagMs !== null && lagMs <= MAX_READY_LAG_MS) return Promise.resolve();
    return Promise.reject(new CodedError('HISTORY_UNAVAILABLE', { lag_ms: lagMs }));
  }

  /** Reads on from the cursor, and again from there after errors that an operator may have to look at. */
  private async takeEvents(): Promise<void> {
    const { projection, lag, log } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const after = await projection.cursor();
        lag.reach(after.streamSequence);
        log.info({ ...after, shard: this.options.shard }, 'reading events after the cursor');
        await this.readAndWrite(after);
      } catch (error) {
        if (error instanceof InvariantViolation) throw error;
        this.noteTrouble(error);
        log.error({ err: error }, 'reading events ended: it begins again from the cursor');
        const bounds = { firstMs: FIRST_RESTART_MS, lastMs: LAST_RESTART_MS };
        await this.pause(backoffMs(bounds, this.restarts++));
      }
    }
  }

  /** Events read before the failure are written all the same. */
  private async readAndWrite(after: EventOffset): Promise<void> {
    const { bus, log } = this.parts;
    const failing = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, failing.signal]);
    const backlog = new Backlog(MAX_HELD_EVENTS);
    const { shard } = this.options;
    const add = (batches: readonly StreamedBatch[]) => backlog.add(batches.map(partOf), signal);
    const reading = consumeEvents({ shard, after, signal }, { bus, log }, add);
    const writing = this.write(backlog);
    const ends = await Promise.allSettled([
      writing.finally(() => failing.abort()),
      reading.finally(() => backlog.end()),
    ]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Until reading has ended and all is written. Retries transient faults. @throws errors that need an operator */
  private async write(backlog: Backlog): Promise<void> {
    const { clock, log } = this.parts;
    const { signal } = this.stopping;
    let startedMs = Number.NEGATIVE_INFINITY;
    for (let failures = 0; ;) {
      await backlog.whenHolds(1, signal);
      const dueInMs = startedMs + TRANSACTION_INTERVAL_MS - clock();
      await backlog.whenHolds(MAX_EVENTS_PER_TRANSACTION, signal, dueInMs);
      if (signal.aborted || (backlog.isEnded && backlog.events === 0)) return;
      const transaction = backlog.first(MAX_EVENTS_PER_TRANSACTION);
      startedMs = clock();
      try {
        await this.take(transaction);
        backlog.remove(transaction);
        failures = 0;
      } catch (error) {
        this.noteTrouble(error);
        if (error instanceof InvariantViolation || isPoison(error)) throw error;
        log.warn({ err: error, attempt: failures }, 'events not taken in yet');
        await this.pause(backoffMs(RETRIES, failures++, Math.random()));
      }
    }
  }

  private async take(transaction: readonly StreamedBatch[]): Promise<void> {
    const { projection, lag, metrics, clock } = this.parts;
    const startedMs = clock();
    const applied = await projection.apply(transaction);
    lag.reach(applied.cursor.streamSequence);
    this.logTaken(transaction);
    metrics.observe(applied, (clock() - startedMs) / 1_000);
    this.trouble = undefined;
    this.restarts = 0;
  }

  /** One log line per transaction that came from requests: the last stop of their way. */
  private logTaken(batches: readonly StreamedBatch[]): void {
    const requestIds = batches.flatMap((batch) => batch.requestIds ?? []);
    if (requestIds.length === 0) return;
    const streamSequence = batches.at(-1)?.streamSequence;
    const taken = { stream_sequence: streamSequence, request_ids: requestIds };
    this.parts.log.info(taken, 'taken into history');
  }

  private noteTrouble(error: unknown): void {
    this.trouble = error;
    this.parts.metrics.countFailure();
  }

  private async watchTail(): Promise<void> {
    const { bus, lag, clock, log } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        lag.sawTail(await eventStreamTail({ ...this.options, signal }, { bus, log }), clock());
        if (lag.isLevel) this.trouble = undefined;
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the tail of the event stream is not known');
      }
      await this.pause(TAIL_INTERVAL_MS);
    }
  }

  /** Trades of users who were linked late: events take in a little of it along, in quiet times nothing else would. */
  private async watchLinks(): Promise<void> {
    const { projection, log } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await projection.takeInLinks()) > 0);
      } catch (error) {
        log.warn(
          { err: error },
          'earlier trades of users who were linked late were not taken in yet',
        );
      }
      await this.pause(LINKS_INTERVAL_MS);
    }
  }

  /** Without the engine there are no books to compare with. The next check may have them. */
  private async watchLedger(): Promise<void> {
    const { metrics, log } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.pause(LEDGER_CHECK_INTERVAL_MS);
      try {
        const found = await checkLedger(this.parts, signal);
        if (found === null) continue;
        metrics.checkedLedger(found);
        if (found.differenceMicroUsdc !== 0)
          log.error(found, 'the ledger is not what the books of the engine say');
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the ledger could not be checked');
      }
    }
  }

  /** Results that wait for an operator. */
  private async watchOverdue(): Promise<void> {
    const { cases, nowMs, metrics, log } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        metrics.countedOverdue(await cases.overdue(nowMs()));
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'overdue results could not be counted');
      }
      await this.pause(OVERDUE_INTERVAL_MS);
    }
  }

  /** Ends early when the process stops. */
  private async pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

const partOf = (streamed: StreamedBatch): StreamedBatch => ({
  ...streamed,
  batch: historyPartOf(streamed.batch),
});

const RETRIES = { firstMs: FIRST_RETRY_MS, lastMs: LAST_RETRY_MS };

const isPoison = (error: unknown): boolean => error instanceof Fault && error.verdict === 'poison';
