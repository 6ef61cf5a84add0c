/** When a tick is due: a market opens or expires, or an event is archived. */
import type { Journal, JournalRecord } from '@bellwether/bus';
import { assert } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import { MAX_TIMER_MS } from './limits';

export interface DueTimeParts {
  readonly exchange: Pick<Exchange, 'nextDueMs'>;
  readonly journal: Journal;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
}

/** Time never goes back in the journal, whatever the clock does. */
export const recordTimeMs = (clock: () => number, journal: Journal): number =>
  Math.max(clock(), journal.position.timestampMs);

export function isDue({ exchange, journal, clock }: DueTimeParts): boolean {
  const dueMs = exchange.nextDueMs();
  return dueMs !== null && dueMs <= recordTimeMs(clock, journal);
}

/** At least one, and no more than a timer takes. */
export function untilDueMs({ exchange, clock }: DueTimeParts): number {
  const dueMs = exchange.nextDueMs();
  return dueMs === null ? MAX_TIMER_MS : Math.min(Math.max(dueMs - clock(), 1), MAX_TIMER_MS);
}

/**
 * The time of a record passes before its commands. Events may be left to archive: a command archives a bounded number,
 * and one that opens a halted exchange or sets the term of archiving makes events due. The next tick archives them.
 */
export function assertNothingDue(
  exchange: Pick<Exchange, 'nextTradingDueMs'>,
  { timestampMs }: JournalRecord,
): void {
  const dueMs = exchange.nextTradingDueMs();
  assert(dueMs === null || dueMs > timestampMs, () => `${dueMs} is due after its time`);
}
