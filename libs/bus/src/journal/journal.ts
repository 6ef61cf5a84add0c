/**
 * The journal of a shard: the single source of truth, in the stream `JOURNAL_<shard>`.
 *
 * - Reading verifies: numbers without a gap, each record continuing the one before by its hash, up to the tail.
 *   Anything else is an invariant violation: the process stops rather than serve a history that may be wrong.
 * - Appending is fenced: it succeeds only on the tail this process knows. `append` returns only once its outcome is
 *   known, however long the server is down. A foreign record at our tail means that another engine took over, and this
 *   one must stop.
 */
import { randomBytes } from 'node:crypto';
import { sameBytes } from '@bellwether/codec';
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

/** The commands that the engine adds to the journal itself, at that time. */
export interface JournalCommands {
  readonly commands: readonly JournaledCommand[];
  readonly timestampMs: number;
}

export interface AppendOptions {
  readonly traceparents?: readonly string[];
  /** Replaces the record; null: send the record. */
  readonly replacement?: () => Promise<JournalCommands | null>;
}

export class Journal {
  private readonly identity: JournalIdentity;
  private readonly stream: Stream;
  private readonly writer: Uint8Array = new Uint8Array(randomBytes(WRITER_BYTES));
  private end: JournalPosition = JOURNAL_START;
  /** The last record known to be stored, and when that was first known. */
  private known = { number: 0, sinceMs: -Infinity };
  private appending = false;

  constructor(
    options: JournalOptions,
    private readonly dependencies: JournalDependencies,
  ) {
    this.identity = { network: options.network, shard: options.shard };
    this.stream = journalStream(options, dependencies);
  }

  /** The position after the last record that was read or appended here. */
  get position(): JournalPosition {
    return this.end;
  }

  /**
   * Creates the stream if needed.
   * @throws Fault if it exists with another configuration or fewer copies
   */
  ensureStream(): Promise<void> {
    return this.stream.ensure();
  }

  /** Waits for the stream. The engine creates it, as it knows the number of copies. */
  whenCreated(): Promise<void> {
    return this.stream.whenCreated();
  }

  /** Number of the journal's first remaining record; of the next one to come if it has none. */
  firstNumber(): Promise<number> {
    return firstRecordOf(this.stream);
  }

  /**
   * Yields every record after `from` up to the tail at the time it gets there, each verified.
   * @throws InvariantViolation if the journal is not as it was written; SnapshotNeeded if it begins later
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
   * Yields every record after `from` as it arrives, until `signal` is aborted.
   * @throws InvariantViolation if the journal is not as it was written; SnapshotNeeded if it begins later
   */
  async *follow(from: JournalPosition, signal: AbortSignal): AsyncGenerator<JournalRecord> {
    this.end = from;
    await this.tailFrom(from.number);
    yield* this.verified(signal);
  }

  /**
   * Sets the read position to one stored outside the journal (in a snapshot or an archive).
   * @throws InvariantViolation if the journal is shorter, or has a different record there; SnapshotNeeded if later
   * records are no longer in the journal
   */
  async goOnFrom(position: JournalPosition): Promise<void> {
    if (position.number > 0) {
      await this.tailFrom(position.number);
      await assertHolds(this.stream, position);
    }
    this.end = position;
  }

  /** Judges answers that show less than was read; for `endsHere`. */
  shortAnswers(): ShortAnswers {
    return this.stream.shortAnswers();
  }

  /**
   * True if the journal ends with what was read although it is known to continue. As a server may lag, not at the first
   * answer.
   */
  async endsHere(short: ShortAnswers): Promise<boolean> {
    const next = this.end.number + 1;
    const end = await this.stream.tailOnce(next, short);
    return end !== undefined && end.tail < next;
  }

  /**
   * After a restart a server that cannot read a record may drop it and all later ones: the rest is well formed, and
   * only another witness shows that the journal was longer.
   * @throws InvariantViolation if what was read ends before `seq`, whose events are published
   */
  assertReaches(seq: number): void {
    const { lastSeq } = this.end;
    assert(
      seq <= lastSeq,
      () => `the journal ends at seq ${lastSeq}, but events of seq ${seq} are published`,
    );
  }

  /** Yields the stream's records after `end`, each verified, and moves `end` with them. */
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
   * Begins the term of this process at the tail that was read: the genesis record if the journal is empty, then an
   * EPOCH record. From now on this process notices any append by another.
   * @throws Fenced if another process was faster
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
   * When this process first knew of the last record that was read, as `performance.now()`; its writer began the append
   * before that. `-Infinity` if there is none.
   */
  get lastKnownSinceMs(): number {
    return this.known.sinceMs;
  }

  /**
   * Makes commands durable: when it resolves they are on disk and have their seqs, from `record.firstSeq` on.
   * `traceparents` of traced commands are sent beside the record, never in it. One append at a time. It waits as long
   * as the server is down, and never leaves the outcome open.
   *
   * Before the record is sent again, `replacement` is called: once it returns an entry, that entry is sent instead,
   * under the same number. The journal may accept either of the two; the accepted one is returned.
   * @throws Fenced, InvariantViolation, what `replacement` throws: the process must stop without answering; RequestError
   *   once the bus is closed
   */
  append(
    commands: readonly JournaledCommand[],
    timestampMs: number,
    { traceparents = [], replacement = async () => null }: AppendOptions = {},
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
    return this.put(entryOf({ commands, timestampMs }), traceparents, async () => {
      const own = await replacement();
      return own === null ? null : entryOf(own);
    });
  }

  private async put(
    entry: JournalEntry,
    traceparents: readonly string[] = [],
    replacement: () => Promise<JournalEntry | null> = async () => null,
  ): Promise<JournalRecord> {
    assert(!this.appending, 'a second append while one is under way');
    this.appending = true;
    const { bus, log } = this.dependencies;
    try {
      const first = { ...this.candidate(entry), traceparents };
      const landed = await settleAppend({ stream: this.stream, bus, log }, first, async () => {
        const other = await replacement();
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
