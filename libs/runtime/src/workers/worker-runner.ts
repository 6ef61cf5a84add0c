/** Runs workers and readers for as long as the process lives, each in a loop of its own. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@bellwether/errors';
import type { Worker, Reader } from './worker';
import type { WorkerCounters } from './worker-counters';
import { verdictOf } from './verdict';

/** The pauses after failures in a row double from the first to the last. */
const BACK_OFF = { firstMs: 200, lastMs: 10_000 };
const QUIET_AFTER_MS = 15_000;
/** The longest delay of work without notice in this process: another process wrote it, or it has become due. */
const QUIET_PAUSE_MS = 1_000;

export interface WorkerLog {
  warn(fields: object, message: string): void;
}

export interface WorkerRunnerParts {
  readonly log: WorkerLog;
  readonly counters: WorkerCounters;
  readonly alarm: (details: { readonly worker: string; readonly err: unknown }) => void;
  /**
   * After this long without work or notice, workers look less often. Default: longer than a step of the funding flow.
   */
  readonly quietAfterMs?: number;
}

export class WorkerRunner {
  private readonly stopping = new AbortController();
  private readonly troubles = new Map<string, unknown>();
  /** Ends the pauses of quiet times. */
  private quiet: AbortController;
  private lastWakeMs = performance.now();
  private loops: Promise<unknown> | undefined;

  constructor(
    private readonly work: {
      readonly workers: readonly Worker[];
      readonly readers: readonly Reader[];
    },
    private readonly parts: WorkerRunnerParts,
  ) {
    this.quiet = this.newQuiet();
  }

  /** `fail` gets the error for which the process must stop. */
  start(fail: (reason: unknown) => void): void {
    const { workers, readers } = this.work;
    // Each loop listens while it pauses, and so does a reader. Node reports more than ten listeners as a leak.
    setMaxListeners(10 + 4 * (workers.length + readers.length), this.stopping.signal);
    const loops = [
      ...workers.map((worker) => this.repeat(worker)),
      ...readers.map((reader) => this.keepReading(reader)),
    ];
    for (const loop of loops) loop.catch(fail);
    this.loops = Promise.allSettled(loops);
  }

  /** Finishes the ticks that have begun. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.quiet.abort();
    await this.loops;
    await Promise.allSettled(this.work.workers.map(async (worker) => worker.stop?.()));
  }

  /** There may be work: workers that look less often in quiet times look at once. */
  wake(): void {
    const { quiet, isQuiet } = this;
    this.lastWakeMs = performance.now();
    if (!isQuiet || this.stopping.signal.aborted) return;
    this.quiet = this.newQuiet();
    quiet.abort();
  }

  /** The workers whose last attempt failed, with the errors. */
  get failing(): ReadonlyMap<string, unknown> {
    return this.troubles;
  }

  private async repeat(worker: Worker): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted;) {
      try {
        const done = await worker.tick();
        failures = 0;
        this.troubles.delete(worker.name);
        this.parts.counters.observeTick(worker.name, done);
        if (done > 0) {
          this.wake();
          await this.pause(0);
        } else await this.rest(worker);
      } catch (error) {
        this.judge(worker.name, error, failures);
        await this.pause(backoffMs(BACK_OFF, failures++, Math.random()));
      }
    }
  }

  private async keepReading(reader: Reader): Promise<void> {
    for (let failures = 0; !this.stopping.signal.aborted;) {
      // A failure after a long success starts a new count.
      const goneWell = setTimeout(() => {
        failures = 0;
        this.troubles.delete(reader.name);
        this.parts.counters.observeWell(reader.name);
      }, BACK_OFF.lastMs);
      try {
        await reader.run(this.stopping.signal, () => this.wake());
      } catch (error) {
        this.judge(reader.name, error, failures);
      } finally {
        clearTimeout(goneWell);
      }
      if (!this.stopping.signal.aborted)
        await this.pause(backoffMs(BACK_OFF, failures++, Math.random()));
    }
  }

  /** @throws the error itself if the process must stop */
  private judge(worker: string, error: unknown, failures: number): void {
    const verdict = verdictOf(error);
    if (verdict === 'stop') throw error;
    this.troubles.set(worker, error);
    this.parts.counters.observeFailure(worker);
    if (verdict === 'alarm') this.parts.alarm({ worker, err: error });
    else this.parts.log.warn({ err: error, worker, failures }, 'not done yet: tried again');
  }

  private get isQuiet(): boolean {
    const { quietAfterMs = QUIET_AFTER_MS } = this.parts;
    return performance.now() - this.lastWakeMs > quietAfterMs;
  }

  private newQuiet(): AbortController {
    const quiet = new AbortController();
    setMaxListeners(10 + this.work.workers.length, quiet.signal);
    return quiet;
  }

  private async rest({ pauseMs, quietPauseMs = QUIET_PAUSE_MS }: Worker): Promise<void> {
    // A notice must not make a worker look more often than its own pause.
    if (!this.isQuiet || quietPauseMs <= pauseMs) await this.pause(pauseMs);
    else await this.pause(quietPauseMs, this.quiet.signal);
  }

  private async pause(delayMs: number, signal = this.stopping.signal): Promise<void> {
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
  }
}
