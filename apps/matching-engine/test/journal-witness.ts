/** Replays the journal into the test's own exchange, so that a test need not trust the engine. */
import { Journal } from '@bellwether/bus';
import type { Bus, JournalRecord } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import type { Answer, JournaledCommand, SequencedEvent } from '@bellwether/exchange';
import { applyRecord } from '../src/apply-record';
import { silent } from './nats-under-test';

export interface Witnessed {
  readonly exchange: Exchange;
  readonly records: readonly JournalRecord[];
  readonly bySeq: ReadonlyMap<number, { command: JournaledCommand; answer: Answer }>;
  readonly events: readonly SequencedEvent[];
  /** Offsets of all events, as `seq.index`. */
  readonly eventOffsets: readonly string[];
}

/** @param untilSeq the last seq that is replayed: the last of a record */
export async function witness(bus: Bus, shard: number, untilSeq = Infinity): Promise<Witnessed> {
  const journal = new Journal({ network: 'test', shard }, { bus, log: silent });
  const exchange = new Exchange({ network: 'test' });
  const records: JournalRecord[] = [];
  const bySeq = new Map<number, { command: JournaledCommand; answer: Answer }>();
  const all: SequencedEvent[] = [];
  for await (const record of journal.read()) {
    if (record.firstSeq + record.commands.length - 1 > untilSeq) break;
    records.push(record);
    const { answers, events } = applyRecord(exchange, record);
    for (const [offset, command] of record.commands.entries()) {
      bySeq.set(record.firstSeq + offset, { command, answer: answers[offset]! });
    }
    all.push(...events);
  }
  const eventOffsets = all.map(({ seq, index }) => `${seq}.${index}`);
  return { exchange, records, bySeq, events: all, eventOffsets };
}
