import type { JournalRecord } from '@bellwether/bus';
import type { Answer, Applied, Exchange, SequencedEvent } from '@bellwether/exchange';

export interface AppliedRecord {
  /** One per command, in the record's order. */
  readonly answers: readonly Answer[];
  readonly events: readonly SequencedEvent[];
  /** Violated invariants, normally none. The exchange has halted the affected part, and its answers show it. */
  readonly breaches: Applied['breaches'];
}

/** Applies the commands of a record. A new record and a replayed one are applied the same way. */
export function applyRecord(exchange: Exchange, record: JournalRecord): AppliedRecord {
  const { timestampMs } = record;
  const answers: Answer[] = [];
  const events: SequencedEvent[] = [];
  const breaches: Applied['breaches'][number][] = [];
  for (const [offset, { lane, command }] of record.commands.entries()) {
    const seq = record.firstSeq + offset;
    const applied = exchange.apply({ seq, timestampMs, lane, command });
    answers.push(applied.answer);
    breaches.push(...applied.breaches);
    for (const [index, event] of applied.events.entries()) {
      events.push({ seq, index, timestampMs, event });
    }
  }
  return { answers, events, breaches };
}
