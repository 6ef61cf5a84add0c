/** Replays the journal into the test's own exchange, so that a test need not trust the engine. */
import { Journal } from '@bellwether/bus';
import type { Bus, JournalRecord } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import type { Answer, JournaledCommand } from '@bellwether/exchange';
import { applyRecord } from '../src/apply-record';
import { silent } from './nats-under-test';

export interface Witnessed {
  readonly exchange: Exchange;
  readonly records: readonly JournalRecord[];
  /** Commands and their answers, by seq. */
  readonly bySeq: ReadonlyMap<number, { command: JournaledCommand; answer: Answer }>;
  /** Offsets of all events, as `seq.index`. */
  readonly eventOffsets: readonly string[];
}

export async function witness(bus: Bus, shard: number): Promise<Witnessed> {
  const journal = new Journal({ network: 'test', shard }, { bus, log: silent });
  const exchange = new Exchange({ network: 'test' });
  const records: JournalRecord[] = [];
  const bySeq = new Map<number, { command: JournaledCommand; answer: Answer }>();
  const eventOffsets: string[] = [];
  for await (const record of journal.read()) {
    records.push(record);
    const { answers, events } = applyRecord(exchange, record);
    for (const [offset, command] of record.commands.entries()) {
      bySeq.set(record.firstSeq + offset, { command, answer: answers[offset]! });
    }
    eventOffsets.push(...events.map(({ seq, index }) => `${seq}.${index}`));
  }
  return { exchange, records, bySeq, eventOffsets };
}
