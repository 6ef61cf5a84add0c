/** Appends records to the journal, one at a time. Each acknowledged append proves that this engine leads. */
import type {
  ClockWatch,
  IncomingCommand,
  Journal,
  JournalCommands,
  JournalRecord,
} from '@bellwether/bus';
import type { JournaledCommand } from '@bellwether/exchange';
import { recordTimeMs } from '../due-time';
import { TICK } from '../own-commands';
import type { LeaderLease } from './leader-lease';

export interface ConfirmedAppendsParts {
  readonly journal: Journal;
  readonly lease: LeaderLease;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
  /** Whether records may be stamped with it. */
  readonly clockWatch: Pick<ClockWatch, 'isSure' | 'whenSure'>;
}

export class ConfirmedAppends {
  private sinceMs: number | null = null;

  constructor(private readonly parts: ConfirmedAppendsParts) {}

  /** How long the append under way has taken so far. 0: there is none. */
  get underWayMs(): number {
    return this.sinceMs === null ? 0 : performance.now() - this.sinceMs;
  }

  /**
   * @param batch the requests of `commands`; empty for the engine's own commands
   * @returns the durable record. If all commands passed their deadlines before they were appended, it holds a tick in
   *   their place
   */
  async append(
    batch: readonly Pick<IncomingCommand, 'deadlineMs'>[],
    commands: readonly JournaledCommand[],
    traceparents?: readonly string[],
  ): Promise<JournalRecord> {
    const { journal, lease, clock, clockWatch } = this.parts;
    this.sinceMs = performance.now();
    const late = clockWatch.isSure ? null : await this.replacementOf(batch);
    const { commands: sent, timestampMs } = late ?? {
      commands,
      timestampMs: recordTimeMs(clock, journal),
    };
    const begun = lease.begin();
    const record = await journal.append(sent, timestampMs, {
      ...(traceparents === undefined || late !== null ? {} : { traceparents }),
      replacement: () => this.replacementOf(batch),
    });
    this.sinceMs = null;
    lease.renew(begun);
    return record;
  }

  /**
   * A record that no caller waits for any more must not be appended later. Null while a caller waits. That is known only
   * when the clock is, which it is not after an outage.
   */
  private async replacementOf(
    batch: readonly Pick<IncomingCommand, 'deadlineMs'>[],
  ): Promise<JournalCommands | null> {
    const { clock, clockWatch, journal } = this.parts;
    if (!clockWatch.isSure) await clockWatch.whenSure();
    const nowMs = clock();
    if (batch.length === 0 || batch.some(({ deadlineMs }) => deadlineMs >= nowMs)) return null;
    return { commands: [TICK], timestampMs: recordTimeMs(clock, journal) };
  }
}
