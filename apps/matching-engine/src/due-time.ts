/** When a tick is due: a market opens or expires, or an event is archived. */
import type { Journal, JournalRecord } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import { DISK_LOOK_INTERVAL_MS, MAX_TIMER_MS, SLICE_PAUSE_MS } from './limits';

export interface DueTimeParts {
  readonly exchange: Pick<Exchange, 'nextDueMs' | 'nextTradingDueMs'>;
  readonly journal: Journal;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
}

/** Time never goes back in the journal, whatever the clock does. */
export const recordTimeMs = (clock: () => number, journal: Journal): number =>
  Math.max(clock(), journal.position.timestampMs);

const hasCome = (dueMs: number | null, { journal, clock }: DueTimeParts): boolean =>
  dueMs !== null && dueMs <= recordTimeMs(clock, journal);

/** When the leader journals a tick. While the disk has no room, time passes with the next command. */
export class Ticks {
  private hasTicked = false;
  private nextSliceMs = 0;

  constructor(
    private readonly parts: DueTimeParts,
    private readonly admission: { readonly takesCommands: boolean },
  ) {}

  /** A record was made. @param isTick it was one of the engine's own */
  made(isTick: boolean): void {
    this.hasTicked = isTick;
    if (isTick) this.nextSliceMs = performance.now() + SLICE_PAUSE_MS;
  }

  get isDue(): boolean {
    const { parts, admission } = this;
    if (!admission.takesCommands || !hasCome(parts.exchange.nextDueMs(), parts)) return false;
    return this.isTradingDue || performance.now() >= this.nextSliceMs;
  }

  /**
   * Commands wait for a tick while an order or a switch is due, as a tick ends no more than a slice. They take turns with
   * the ticks that pay holders and archive.
   */
  get isFirst(): boolean {
    return this.isDue && (!this.hasTicked || this.isTradingDue);
  }

  private get isTradingDue(): boolean {
    return hasCome(this.parts.exchange.nextTradingDueMs(), this.parts);
  }

  /** At least one, and no more than a timer takes. */
  get idleMs(): number {
    if (!this.admission.takesCommands) return DISK_LOOK_INTERVAL_MS;
    const { exchange, clock } = this.parts;
    const dueMs = exchange.nextDueMs();
    if (dueMs === null) return MAX_TIMER_MS;
    const pauseMs = this.isTradingDue ? 0 : this.nextSliceMs - performance.now();
    return Math.min(Math.max(dueMs - clock(), pauseMs, 1), MAX_TIMER_MS);
  }
}

/**
 * The time of a record passes before its commands: they leave nothing due but events to archive and holders to pay. A
 * tick ends a slice of what is due, and the next one continues.
 */
export function assertNothingDue(
  exchange: Pick<Exchange, 'nextTradingDueMs'>,
  { timestampMs, commands }: JournalRecord,
): void {
  if (commands.every(({ command }) => command.kind === 'tick')) return;
  // No time passes in a halt. What was due comes before the next command.
  if (commands.some(({ command }) => command.kind === 'set_mode')) return;
  const dueMs = exchange.nextTradingDueMs();
  assert(dueMs === null || dueMs > timestampMs, () => `${dueMs} is due after its time`);
}
