/** Writes a journal as an engine does, and holds the exchange that results from it. */
import {
  BEFORE_ALL_EVENTS,
  EventPublisher,
  Journal,
  MAX_RECORD_COMMANDS,
  encodeSnapshot,
  hashOf,
} from '@bellwether/bus';
import type { Bus, EventOffset, Log } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import type { JournaledCommand, SequencedEvent } from '@bellwether/exchange';
import type { SnapshotFolder } from '@bellwether/journal-files';

const IDENTITY = { network: 'test', shard: 0 } as const;

export class JournalWriter {
  readonly exchange = new Exchange({ network: 'test' });
  private readonly journal: Journal;
  private readonly publisher: EventPublisher;
  private readonly added: JournaledCommand[] = [];
  private lastEvent: EventOffset = BEFORE_ALL_EVENTS;

  constructor(
    private readonly bus: Bus,
    private readonly log: Log,
  ) {
    this.journal = new Journal(IDENTITY, { bus, log });
    const onBroken = (error: unknown): void => console.error(error);
    this.publisher = new EventPublisher({ shard: IDENTITY.shard }, { bus, log, onBroken });
  }

  async begin(): Promise<void> {
    await this.journal.ensureStream();
    await this.publisher.open();
    await this.journal.beginEpoch(Date.now());
  }

  get records(): number {
    return this.journal.position.number;
  }

  async write(commands: readonly JournaledCommand[]): Promise<void> {
    const timestampMs = Math.max(Date.now(), this.journal.position.timestampMs);
    const record = await this.journal.append(commands, timestampMs);
    const events: SequencedEvent[] = [];
    for (const [offset, { lane, command }] of record.commands.entries()) {
      const seq = record.firstSeq + offset;
      const applied = this.exchange.apply({ seq, timestampMs, lane, command });
      for (const [index, event] of applied.events.entries()) {
        events.push({ seq, index, timestampMs, event });
      }
    }
    const last = events.at(-1);
    if (last !== undefined) this.lastEvent = { seq: last.seq, index: last.index };
    this.publisher.publish(events);
    await this.publisher.whenRoom();
  }

  /** Commands go into records as full as they may be. An event with many markets goes alone. */
  async add(command: JournaledCommand): Promise<void> {
    this.added.push(command);
    if (this.added.length < MAX_RECORD_COMMANDS && command.command.kind !== 'create_event') return;
    await this.flush();
  }

  async flush(): Promise<void> {
    const commands = this.added.splice(0);
    if (commands.length > 0) await this.write(commands);
  }

  async writeAll(commands: Iterable<JournaledCommand>): Promise<void> {
    for (const command of commands) await this.add(command);
    await this.flush();
  }

  /** @returns bytes of the state, and how long its copy would have delayed commands */
  async snapshot(folder: SnapshotFolder): Promise<{ bytes: number; pauseMs: number }> {
    const startedMs = performance.now();
    const state = this.exchange.snapshot();
    const pauseMs = performance.now() - startedMs;
    const { position } = this.journal;
    const snapshot = { position, lastEvent: this.lastEvent, stateHash: hashOf(state), state };
    await folder.open();
    await folder.write(position.number, encodeSnapshot(IDENTITY, snapshot));
    return { bytes: state.length, pauseMs };
  }

  /** The state with what engines have added since it was written: an epoch each, and ticks. */
  async stateHashNow(): Promise<string> {
    const { bus, log, exchange } = this;
    const now = Exchange.restore(exchange.snapshot());
    const journal = new Journal(IDENTITY, { bus, log });
    for await (const record of journal.read(this.journal.position)) {
      const { firstSeq, timestampMs } = record;
      for (const [offset, { lane, command }] of record.commands.entries())
        now.apply({ seq: firstSeq + offset, timestampMs, lane, command });
    }
    return now.stateHash();
  }

  end(): Promise<void> {
    return this.publisher.whenIdle();
  }
}
