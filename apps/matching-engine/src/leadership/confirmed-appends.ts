/** Records on their way to the journal, one at a time: each that is acknowledged proves that this engine leads. */
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
  /** Whether that may be stamped with. */
  readonly clockWatch: Pick<ClockWatch, 'isSure' | 'whenSure'>;
}

export class ConfirmedAppends {
  private sinceMs: number | null = null;

  constructor(private readonly parts: ConfirmedAppendsParts) {}

  /** How long the record under way has taken so far; 0: there is none. */
  get underWayMs(): number {
    return this.sinceMs === null ? 0 : performance.now() - this.sinceMs;
  }

  /**
   * @param batch whose `commands` they are; none: the engine's own
   * @returns what is durable under the next number: with a tick in place of the commands where all were past their
   *   deadlines before they landed
   */
  async append(
    batch: readonly Pick<IncomingCommand, 'deadlineMs'>[],
    commands: readonly JournaledCommand[],
    traceparents?: readonly string[],
  ): Promise<JournalRecord> {
    const { journal, lease, clock, clockWatch } = this.parts;
    this.sinceMs = performance.now();
    if (!clockWatch.isSure) await clockWatch.whenSure();
    const begun = lease.begin();
    const record = await journal.append(commands, recordTimeMs(clock, journal), {
      ...(traceparents === undefined ? {} : { traceparents }),
      replacement: () => this.replacementOf(batch),
    });
    this.sinceMs = null;
    lease.renew(begun);
    return record;
  }

  /** A record that nobody waits for any more is not to land at any time: null while somebody does. */
  private replacementOf(
    batch: readonly Pick<IncomingCommand, 'deadlineMs'>[],
  ): JournalCommands | null {
    const { clock, clockWatch, journal } = this.parts;
    if (!clockWatch.isSure) return null;
    const nowMs = clock();
    if (batch.length === 0 || batch.some(({ deadlineMs }) => deadlineMs >= nowMs)) return null;
    return { commands: [TICK], timestampMs: recordTimeMs(clock, journal) };
  }
}
