/** The archive, carried out: from its first record, or from a snapshot on. */
import {
  BEFORE_ALL_EVENTS,
  JOURNAL_START,
  assertFollows,
  decodeRecord,
  positionAfter,
} from '@bellwether/bus';
import type {
  EventOffset,
  JournalIdentity,
  JournalPosition,
  JournalRecord,
  JournalSnapshot,
} from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { ArchiveFolder } from '@bellwether/journal-files';

/** @throws Error where the archive is empty */
export async function identityOfArchive(path: string): Promise<JournalIdentity> {
  const first = await new ArchiveFolder(path).read().next();
  if (first.done === true) throw new Error(`${path} holds no record`);
  const { network, shard } = decodeRecord(first.value.bytes, first.value.number);
  return { network, shard };
}

/** Where it begins; `exchange` holds the state there. */
export interface ReplayStart {
  readonly exchange: Exchange;
  readonly snapshot: Omit<JournalSnapshot, 'state' | 'stateHash'>;
}

export class ArchiveReplay {
  readonly exchange: Exchange;
  private reached: JournalPosition = JOURNAL_START;
  private madeLast: EventOffset = BEFORE_ALL_EVENTS;

  constructor(
    private readonly path: string,
    readonly identity: JournalIdentity,
    start?: ReplayStart,
  ) {
    this.exchange = start?.exchange ?? new Exchange({ network: identity.network });
    if (start === undefined) return;
    this.reached = start.snapshot.position;
    this.madeLast = start.snapshot.lastEvent;
  }

  /** After the last record that was read. */
  get position(): JournalPosition {
    return this.reached;
  }

  /** The last event that was made. */
  get lastEvent(): EventOffset {
    return this.madeLast;
  }

  /**
   * The records from here to the archive's end as it is now, each verified against the one before it, to be given to
   * `carryOut` in order. May be asked again, for what has come since.
   * @throws ArchiveDamaged, InvariantViolation
   */
  async *records(): AsyncGenerator<JournalRecord> {
    for await (const { number, bytes } of new ArchiveFolder(this.path).read(
      this.reached.number + 1,
    )) {
      const record = decodeRecord(bytes, number);
      assertFollows(this.identity, this.reached, record);
      this.reached = positionAfter(record, bytes);
      yield record;
    }
  }

  /** The commands of a record that were not carried out yet, up to and with `upTo`. @returns their events */
  carryOut({ firstSeq, timestampMs, commands }: JournalRecord, upTo = Infinity): SequencedEvent[] {
    const made: SequencedEvent[] = [];
    for (const [offset, { lane, command }] of commands.entries()) {
      const seq = firstSeq + offset;
      if (seq > upTo || seq <= this.exchange.lastSeq) continue;
      const { events } = this.exchange.apply({ seq, timestampMs, lane, command });
      for (const [index, event] of events.entries()) made.push({ seq, index, timestampMs, event });
    }
    const last = made.at(-1);
    if (last !== undefined) this.madeLast = { seq: last.seq, index: last.index };
    return made;
  }
}
