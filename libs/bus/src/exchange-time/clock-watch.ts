/** Compares an engine's time with the journal server's: once a second, and at once if a record is to be stamped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@bellwether/errors';
import type { Log } from '../connection/log';
import type { ClockReading } from './clock-reading';
import type { ExchangeClock } from './exchange-clock';
import { CLOCK_READ_INTERVAL_MS, CLOCK_RETRY_MS } from './limits';

export interface ClockWatchParts {
  readonly clock: ExchangeClock;
  /** Asks the server that leads the journal. */
  readonly ask: () => Promise<ClockReading>;
  /** Of the journal's last record, Unix time in milliseconds. */
  readonly lastStampMs: () => number;
  readonly log: Log;
}

export class ClockWatch {
  private reading: Promise<void> | undefined;
  private signal = new AbortController().signal;
  private saidState: string | undefined;
  private onWrong: ((error: Error) => void) | undefined;
  /** Set once: a process whose clock was wrong while it led never stamps again. */
  private wrong: Error | undefined;

  constructor(private readonly parts: ClockWatchParts) {}

  /** Until `signal` is aborted. External faults do not end it. */
  async run(signal: AbortSignal): Promise<void> {
    this.signal = signal;
    while (!signal.aborted) {
      await this.read();
      await sleep(CLOCK_READ_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** This process leads from now on. If its time is found wrong, `onWrong` is called and it is never sure again. */
  beginStamping(onWrong: (error: Error) => void): void {
    this.parts.clock.beginStamping();
    this.onWrong = onWrong;
  }

  get isSure(): boolean {
    return this.wrong === undefined && this.parts.clock.isSure;
  }

  /** Resolves once it is sure. @throws AbortError after its end; the error that `onWrong` received */
  async whenSure(): Promise<void> {
    for (;;) {
      this.signal.throwIfAborted();
      if (this.wrong !== undefined) throw this.wrong;
      if (this.isSure) return;
      await this.read();
      if (!this.isSure) await sleep(CLOCK_RETRY_MS, undefined, { signal: this.signal });
    }
  }

  /** One request for all callers. */
  private read(): Promise<void> {
    this.reading ??= this.ask().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async ask(): Promise<void> {
    const { clock, ask, lastStampMs, log } = this.parts;
    try {
      clock.take(await ask(), lastStampMs());
    } catch (error) {
      // The server is unreachable, or the stream does not exist yet. Nothing can be appended then either.
      const reason = error instanceof Error ? error.message : String(error);
      this.say('unheard', () => log.warn({ reason }, "the journal server's clock was not read"));
      return;
    }
    const { state, serverAheadMs, wallAheadMs } = clock.figures();
    const figures = {
      server_ahead_ms: Math.round(serverAheadMs),
      wall_ahead_ms: Math.round(wallAheadMs),
    };
    if (state === 'agrees' || state === 'unread') {
      this.say(state, () => log.info(figures, "compared with the journal server's clock"));
      return;
    }
    this.say(state, () => log.error({ ...figures, state }, 'the clock cannot be stamped with'));
    if (this.onWrong === undefined) return;
    this.wrong ??= new CodedError('ENGINE_UNAVAILABLE', { reason: 'clock', state, ...figures });
    this.onWrong(this.wrong);
  }

  /** Once for each change. */
  private say(state: string, report: () => void): void {
    if (this.saidState === state) return;
    this.saidState = state;
    report();
  }
}
