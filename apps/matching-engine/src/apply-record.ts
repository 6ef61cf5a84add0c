import type { JournalRecord } from '@bellwether/bus';
import type { Answer, Applied, Exchange, SequencedEvent } from '@bellwether/exchange';

export interface AppliedRecord {
  /** One a command, in the record's order. */
  readonly answers: readonly Answer[];
  readonly events: readonly SequencedEvent[];
  /** Invariants that broke (none): the exchange has halted what they concern and says so in its answers. */
  readonly breaches: Applied['breaches'];
}

/** Carries out the commands of a record: the same way when it was just written and when it is replayed. */
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
