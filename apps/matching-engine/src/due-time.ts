/** When a tick is due: a market opens or expires, or an event is archived. */
import type { Journal, JournalRecord } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import { MAX_TIMER_MS } from './limits';

export interface DueTimeParts {
  readonly exchange: Pick<Exchange, 'nextDueMs' | 'nextTradingDueMs'>;
  readonly journal: Journal;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
}

/** Time never goes back in the journal, whatever the clock does. */
export const recordTimeMs = (clock: () => number, journal: Journal): number =>
  Math.max(clock(), journal.position.timestampMs);

export const isDue = (parts: DueTimeParts): boolean => hasCome(parts.exchange.nextDueMs(), parts);

/** Whether a market, an order, a switch or a key is due. */
export const isTradingDue = (parts: DueTimeParts): boolean =>
  hasCome(parts.exchange.nextTradingDueMs(), parts);

const hasCome = (dueMs: number | null, { journal, clock }: DueTimeParts): boolean =>
  dueMs !== null && dueMs <= recordTimeMs(clock, journal);

/** At least one, and no more than a timer takes. */
export function untilDueMs({ exchange, clock }: DueTimeParts): number {
  const dueMs = exchange.nextDueMs();
  return dueMs === null ? MAX_TIMER_MS : Math.min(Math.max(dueMs - clock(), 1), MAX_TIMER_MS);
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
  const dueMs = exchange.nextTradingDueMs();
  assert(dueMs === null || dueMs > timestampMs, () => `${dueMs} is due after its time`);
}
