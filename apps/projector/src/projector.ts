/**
 * Writes the stream's events to history for as long as the process lives. Every fault of the world is waited out: no
 * event is ever skipped. What history has is known by the cursor in PostgreSQL, not by this process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { consumeEvents, eventStreamTail } from '@bellwether/bus';
import type { Bus, EngineClient, StreamedBatch } from '@bellwether/bus';
import { InvariantViolation, CodedError, backoffMs } from '@bellwether/errors';
import type { LedgerHistory, Projection } from '@bellwether/persistence';
import type { Logger } from '@bellwether/runtime';
import type { Lag } from './lag';
import { checkLedger } from './ledger-check';
import {
  FIRST_RESTART_MS,
  LAST_RESTART_MS,
  LEDGER_CHECK_INTERVAL_MS,
  LINKS_INTERVAL_MS,
  MAX_EVENTS_PER_TRANSACTION,
  MAX_READY_LAG_MS,
  TAIL_INTERVAL_MS,
  TRANSACTION_INTERVAL_MS,
} from './limits';
import type { ProjectorMetrics } from './projector-metrics';
import { transactionsOf } from './transactions';

export interface ProjectorDependencies {
  readonly bus: Bus;
  readonly projection: Projection;
  readonly ledger: LedgerHistory;
  readonly engine: EngineClient;
  readonly lag: Lag;
  readonly metrics: ProjectorMetrics;
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
    const loops = [this.takeEvents(), this.watchTail(), this.watchLinks(), this.watchLedger()];
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
    const { bus, projection, lag, log } = this.parts;
    const { signal } = this.stopping;
    const { shard } = this.options;
    while (!signal.aborted) {
      try {
        const after = await projection.cursor();
        lag.reach(after.streamSequence);
        log.info({ ...after, shard }, 'reading events after the cursor');
        await consumeEvents({ shard, after, signal }, { bus, log }, (batches) =>
          this.take(batches),
        );
      } catch (error) {
        if (error instanceof InvariantViolation) throw error;
        this.noteTrouble(error);
        log.error({ err: error }, 'reading events ended: it begins again from the cursor');
        const bounds = { firstMs: FIRST_RESTART_MS, lastMs: LAST_RESTART_MS };
        await this.pause(backoffMs(bounds, this.restarts++));
      }
    }
  }

  /**
   * Throws the reason why batches cannot be written. The consumer's loop delivers them again, and written ones are then
   * repeats.
   */
  private async take(batches: readonly StreamedBatch[]): Promise<void> {
    const { projection, lag, metrics, clock } = this.parts;
    for (const transaction of transactionsOf(batches, MAX_EVENTS_PER_TRANSACTION)) {
      if (this.stopping.signal.aborted) return;
      const startedMs = clock();
      try {
        const applied = await projection.apply(transaction);
        lag.reach(applied.cursor.streamSequence);
        this.logTaken(transaction);
        metrics.observe(applied, (clock() - startedMs) / 1_000);
        this.trouble = undefined;
        this.restarts = 0;
        await this.pause(startedMs + TRANSACTION_INTERVAL_MS - clock());
      } catch (error) {
        this.noteTrouble(error);
        throw error;
      }
    }
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

  /** Arriving events bring the links along; in quiet times nothing else would. */
  private async watchLinks(): Promise<void> {
    const { projection, log } = this.parts;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await projection.takeInLinks()) > 0);
      } catch (error) {
        log.warn({ err: error }, 'links of users were not taken in yet');
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

  /** Ends early when the process stops. */
  private async pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
