/** A journal with its events and its archive, as engine and archiver write them: one credit per day. */
import { join } from 'node:path';
import { EventPublisher, Journal, encodeRecord } from '@bellwether/bus';
import type { Bus, JournalRecord } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import { ArchiveFolder } from '@bellwether/journal-files';
import { quiet } from '../../replay/src/records';

export const IDENTITY = { network: 'test', shard: 0 } as const;
export const DAY_MS = 86_400_000;

export class TradedHistory {
  readonly exchange = new Exchange({ network: 'test' });
  readonly archive: string;
  private readonly journal: Journal;
  private readonly publisher: EventPublisher;
  private readonly writer: ArchiveFolder;

  private constructor(bus: Bus, folder: string) {
    this.archive = join(folder, 'archive');
    this.writer = new ArchiveFolder(this.archive);
    this.journal = new Journal(IDENTITY, { bus, log: quiet });
    const onBroken = (error: unknown): void => console.error(error);
    this.publisher = new EventPublisher({ shard: 0 }, { bus, log: quiet, onBroken });
  }

  static async begin(bus: Bus, folder: string): Promise<TradedHistory> {
    const history = new TradedHistory(bus, folder);
    await history.writer.open();
    await history.journal.ensureStream();
    await history.publisher.open();
    await history.journal.beginEpoch(0);
    const reader = new Journal(IDENTITY, { bus, log: quiet });
    for await (const record of reader.read()) await history.keep(record);
    return history;
  }

  get lastRecord(): number {
    return this.journal.position.number;
  }

  get days(): number {
    return this.exchange.lastSeq;
  }

  /** Each day's events in their own message. */
  async goOn(days: number): Promise<void> {
    for (let at = 0; at < days; at++) {
      const seq = this.exchange.lastSeq + 1;
      const timestampMs = seq * DAY_MS;
      const user = new Uint8Array(32).fill(1 + (seq % 3));
      const command = { kind: 'test_credit', user, amount: seq, reference: `${seq}` } as const;
      const record = await this.journal.append([{ lane: 'admin', command }], timestampMs);
      const { events } = this.exchange.apply({ seq, timestampMs, lane: 'admin', command });
      this.publisher.publish(events.map((event, index) => ({ seq, index, timestampMs, event })));
      await this.publisher.whenIdle();
      await this.keep(record);
    }
  }

  close(): Promise<void> {
    return this.writer.close();
  }

  private keep(record: JournalRecord): Promise<void> {
    return this.writer.append([{ number: record.number, bytes: encodeRecord(record) }]);
  }
}
