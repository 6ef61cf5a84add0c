/**
 * The journal of a shard: the one truth, kept in the stream `JOURNAL_<shard>`.
 *
 * - Reading verifies: numbers without a gap, each record continuing the one before by its hash, up to the tail. What
 *   does not fit is a broken belief: the process stops rather than serve a history that may be wrong.
 * - Appending is fenced: it succeeds only on the tail this process knows. Whether an append landed is always settled
 *   before `append` returns, however long the server is away; a foreign record on our tail means that another
 *   engine took over, and this one must stop.
 */
import { randomBytes } from 'node:crypto';
import { assert } from '@bellwether/errors';
import type { JournaledCommand } from '@bellwether/exchange';
import {
  JOURNAL_START,
  WRITER_BYTES,
  assertFollows,
  decodeRecord,
  encodeRecord,
  nextRecord,
  positionAfter,
  sameBytes,
} from './journal-record';
import type {
  JournalEntry,
  JournalIdentity,
  JournalPosition,
  JournalRecord,
} from './journal-record';
import { assertHolds, beginningOr, firstRecordOf } from './journal-beginning';
import { journalStream } from './journal-stream';
import type { JournalDependencies, JournalOptions } from './journal-stream';
import { assertHas, settleAppend } from './record-append';
import type { Candidate } from './record-append';
import type { ShortAnswers } from '../jetstream/short-answers';
import type { Stream } from '../jetstream/stream';
import { StreamHole } from '../jetstream/stream-hole';
import { readStream } from '../jetstream/stream-reader';

export { Fenced } from '../jetstream/fenced';
export type { JournalDependencies, JournalOptions } from './journal-stream';

/** What the engine journals of itself, at that time. */
export interface JournalCommands {
  readonly commands: readonly JournaledCommand[];
  readonly timestampMs: number;
}

export interface AppendOptions {
  readonly traceparents?: readonly string[];
  /** What is to be sent in place of the record; null: the record is still wanted. */
  readonly replacement?: () => JournalCommands | null;
}

export class Journal {
  private readonly identity: JournalIdentity;
  private readonly stream: Stream;
  private readonly writer: Uint8Array = new Uint8Array(randomBytes(WRITER_BYTES));
  private end: JournalPosition = JOURNAL_START;
  /** The last record of which it is known that it was stored, and when that was known first. */
  private known = { number: 0, sinceMs: -Infinity };
  private appending = false;

  constructor(
    options: JournalOptions,
    private readonly dependencies: JournalDependencies,
  ) {
    this.identity = { network: options.network, shard: options.shard };
    this.stream = journalStream(options, dependencies);
  }

  /** Where the journal stood after the last record that was read or appended here. */
  get position(): JournalPosition {
    return this.end;
  }

  /**
   * Makes the stream where there is none.
   * @throws Fault where it is there, but set otherwise, or kept by fewer servers
   */
  ensureStream(): Promise<void> {
    return this.stream.ensure();
  }

  /** Waits for the stream: of how many copies it is, is for the engine to say, which makes it. */
  whenCreated(): Promise<void> {
    return this.stream.whenCreated();
  }

  /** Number of the first record that the journal still has; of the next one to come where it has none. */
  firstNumber(): Promise<number> {
    return firstRecordOf(this.stream);
  }

  /**
   * Yields every record after `from` up to the tail as it is when the reading gets there, each verified.
   * @throws InvariantViolation where the journal is not what it was when it was written; SnapshotNeeded where it begins later
   */
  async *read(from: JournalPosition = JOURNAL_START): AsyncGenerator<JournalRecord> {
    this.end = from;
    let tail = await this.tailFrom(from.number);
    if (from.number === tail) return;
    for await (const record of this.verified(new AbortController().signal)) {
      yield record;
      if (this.end.number >= tail) tail = await this.tailFrom(this.end.number);
      if (this.end.number === tail) return;
    }
  }

  /**
   * Yields every record after `from` as it comes, until `signal` is aborted.
   * @throws InvariantViolation where the journal is not what it was when it was written; SnapshotNeeded where it begins later
   */
  async *follow(from: JournalPosition, signal: AbortSignal): AsyncGenerator<JournalRecord> {
    this.end = from;
    await this.tailFrom(from.number);
    yield* this.verified(signal);
  }

  /**
   * Takes `position` for what was read so far, as it was kept beside the journal (by a snapshot, an archive).
   * @throws InvariantViolation where the journal is shorter, or the record there is another; SnapshotNeeded where records
   *   after it are in the journal no more
   */
  async goOnFrom(position: JournalPosition): Promise<void> {
    if (position.number > 0) {
      await this.tailFrom(position.number);
      await assertHolds(this.stream, position);
    }
    this.end = position;
  }

  /** How answers are to be taken that show less than was read; for `endsHere`. */
  shortAnswers(): ShortAnswers {
    return this.stream.shortAnswers();
  }

  /** Whether the journal ends with what was read, although it is known to go on: where a server may be behind, not at once. */
  async endsHere(short: ShortAnswers): Promise<boolean> {
    const next = this.end.number + 1;
    const end = await this.stream.tailOnce(next, short);
    return end !== undefined && end.tail < next;
  }

  /**
   * A server that cannot read a record after a restart may drop it with all behind it: what is left is well formed, and
   * only another witness tells that it was longer.
   * @throws InvariantViolation where what was read ends before `seq`, of which events are published
   */
  assertReaches(seq: number): void {
    const { lastSeq } = this.end;
    assert(
      seq <= lastSeq,
      () => `the journal ends at seq ${lastSeq}, but events of seq ${seq} are published`,
    );
  }

  /** Records after `end` in the stream, each verified, `end` moving with them. */
  private async *verified(signal: AbortSignal): AsyncGenerator<JournalRecord> {
    const reading = { way: 'asked', ...this.dependencies, stream: this.stream, signal } as const;
    try {
      for await (const messages of readStream(reading, this.end.number + 1)) {
        for (const { data, sequence } of messages) {
          const record = decodeRecord(data, sequence);
          assertFollows(this.identity, this.end, record);
          assert(
            record.number === sequence,
            () => `record ${record.number} is message ${sequence}`,
          );
          this.end = positionAfter(record, data);
          this.know(record.number);
          yield record;
        }
      }
    } catch (error) {
      if (!(error instanceof StreamHole)) throw error;
      throw await beginningOr(error, { stream: this.stream, end: this.end });
    }
  }

  /**
   * Begins the term of this process at the tail that was read: the genesis record where the journal is empty, then
   * an EPOCH record. From here on no other process appends without this one noticing.
   * @throws Fenced where another process was faster
   */
  async beginEpoch(timestampMs: number): Promise<JournalPosition> {
    const { writer } = this;
    if (this.end.number === 0) {
      await this.put({ kind: 'genesis', writer, timestampMs, commands: [] });
    }
    await this.put({ kind: 'epoch', writer, timestampMs, commands: [] });
    return this.end;
  }

  /**
   * When this process knew first of the last record that was read, as `performance.now()`: whoever wrote it began to
   * append it before. `-Infinity` where there is none.
   */
  get lastKnownSinceMs(): number {
    return this.known.sinceMs;
  }

  /**
   * Makes commands durable: when it resolves they are on disk and have their seq, `record.firstSeq` and on.
   * `traceparents` of commands that are traced stand beside the record, never in it.
   * One append at a time. It takes as long as the server is away, and never leaves the outcome open.
   *
   * Before the record is sent again `replacement` is asked: from the first entry that it gives on, that one is sent in
   * its place, under the same number. Either of the two may be what the journal takes, and is returned.
   * @throws Fenced, InvariantViolation: the process must stop without answering; RequestError once the bus is closed
   */
  append(
    commands: readonly JournaledCommand[],
    timestampMs: number,
    { traceparents = [], replacement = () => null }: AppendOptions = {},
  ): Promise<JournalRecord> {
    assert(
      sameBytes(this.end.writer, this.writer),
      'an append before this process began its epoch',
    );
    assert(commands.length > 0, 'an append without commands');
    const { writer } = this;
    const entryOf = (own: JournalCommands): JournalEntry => ({
      kind: 'commands',
      writer,
      timestampMs: own.timestampMs,
      commands: [...own.commands],
    });
    return this.put(entryOf({ commands, timestampMs }), traceparents, () => {
      const own = replacement();
      return own === null ? null : entryOf(own);
    });
  }

  private async put(
    entry: JournalEntry,
    traceparents: readonly string[] = [],
    replacement: () => JournalEntry | null = () => null,
  ): Promise<JournalRecord> {
    assert(!this.appending, 'a second append while one is under way');
    this.appending = true;
    const { bus, log } = this.dependencies;
    try {
      const first = { ...this.candidate(entry), traceparents };
      const landed = await settleAppend({ stream: this.stream, bus, log }, first, () => {
        const other = replacement();
        return other === null ? null : { ...this.candidate(other), traceparents: [] };
      });
      this.end = positionAfter(landed.record, landed.bytes);
      this.know(landed.record.number);
      return landed.record;
    } finally {
      this.appending = false;
    }
  }

  private candidate(entry: JournalEntry): Pick<Candidate, 'record' | 'bytes'> {
    const record = nextRecord(this.identity, this.end, entry);
    assertFollows(this.identity, this.end, record);
    return { record, bytes: encodeRecord(record) };
  }

  private async tailFrom(number: number): Promise<number> {
    const tail = await this.stream.tailFrom(number);
    assertHas(number, tail);
    this.know(tail);
    return tail;
  }

  private know(number: number): void {
    if (number > this.known.number) this.known = { number, sinceMs: performance.now() };
  }
}
