/** Restores a journal from its archive: the same records, byte for byte, under the same numbers. */
import { assert } from '@bellwether/errors';
import { pause } from '../connection/backoff';
import { assertBeginsAt } from './journal-beginning';
import { JOURNAL_START, assertFollows, decodeRecord, positionAfter } from './journal-record';
import type { JournalPosition } from './journal-record';
import { journalStream } from './journal-stream';
import type { JournalDependencies, JournalOptions } from './journal-stream';
import { RESTORE_APPEND_TIMEOUT_MS, RESTORE_CHUNK_BYTES, RESTORE_CHUNK_RECORDS } from '../limits';
import { ReadBack } from '../jetstream/read-back';
import type { Stream } from '../jetstream/stream';

export interface ArchivedRecord {
  readonly number: number;
  readonly bytes: Uint8Array;
}

export interface RestoreOptions extends JournalOptions {
  /** Where the records continue from: a snapshot's position. The stream then begins with the record after it. */
  readonly after?: JournalPosition;
  /** Called with the position up to which records are stored and were read back. */
  readonly onVerified?: (position: JournalPosition) => void;
}

interface Chunk {
  readonly records: readonly ArchivedRecord[];
  /** Position after its last record. */
  readonly position: JournalPosition;
}

/**
 * Writes the records into the journal's stream, each verified against the one before it. Existing records must be the
 * same: an interrupted restore can be started again, and never overwrites a journal that continues differently. No
 * engine may run meanwhile.
 *
 * One chunk of records is in flight at a time. The server receives them in order, and each is appended only onto the
 * one before it: if one is lost, none after it is stored. Everything stored is read back, one chunk behind.
 *
 * @throws InvariantViolation if the records are no journal of this identity, or the stream holds others
 */
export async function restoreJournal(
  records: AsyncIterable<ArchivedRecord>,
  options: RestoreOptions,
  dependencies: JournalDependencies,
): Promise<JournalPosition> {
  const { after = JOURNAL_START, onVerified } = options;
  const stream = journalStream(options, dependencies);
  await stream.ensure({ firstSequence: after.number + 1 });
  await assertBeginsAt(stream, after);
  const readBack = new ReadBack({ stream, ...dependencies }, after.number + 1);
  let tail = await stream.lastSequence();
  let position = after;
  let verifying: Promise<void> = Promise.resolve();
  try {
    for await (const chunk of chunksOf(records, options, after)) {
      const stored = chunk.records.filter(({ number }) => number <= tail);
      const missing = chunk.records.slice(stored.length);
      await verifying;
      // Existing records are checked before anything is appended to them.
      await readBack.assertSame(stored);
      if (missing.length > 0) tail = await appendAll(stream, missing, tail, dependencies);
      verifying = readBack.assertSame(missing).then(() => onVerified?.(chunk.position));
      verifying.catch(() => undefined); // it is awaited above or below
      ({ position } = chunk);
    }
    await verifying;
  } finally {
    await readBack.end();
  }
  tail = await stream.lastSequence();
  assert(
    tail === position.number,
    () => `journal: the stream goes on to record ${tail}, the archive ends at ${position.number}`,
  );
  return position;
}

/** Verifies records while they pass, in chunks. */
async function* chunksOf(
  records: AsyncIterable<ArchivedRecord>,
  identity: JournalOptions,
  after: JournalPosition,
): AsyncGenerator<Chunk> {
  let position = after;
  let chunk: ArchivedRecord[] = [];
  let size = 0;
  for await (const { number, bytes } of records) {
    const record = decodeRecord(bytes, number);
    assertFollows(identity, position, record);
    position = positionAfter(record, bytes);
    chunk.push({ number, bytes });
    size += bytes.length;
    if (chunk.length < RESTORE_CHUNK_RECORDS && size < RESTORE_CHUNK_BYTES) continue;
    yield { records: chunk, position };
    [chunk, size] = [[], 0];
  }
  if (chunk.length > 0) yield { records: chunk, position };
}

/** @returns the stream's end afterwards: the last of them, or later if another process wrote it */
async function appendAll(
  stream: Stream,
  records: readonly ArchivedRecord[],
  from: number,
  { bus, log }: JournalDependencies,
): Promise<number> {
  const last = records.at(-1)!.number;
  let tail = from;
  for (let failures = 0; tail < last;) {
    const missing = records.filter(({ number }) => number > tail);
    // After a failure a single record is sent; once it is stored, the others follow.
    const sent = failures === 0 ? missing : missing.slice(0, 1);
    const outcomes = await Promise.all(
      sent.map(({ number, bytes }) =>
        stream.append(bytes, number - 1, undefined, {}, RESTORE_APPEND_TIMEOUT_MS),
      ),
    );
    const failed = outcomes.find(({ stored }) => !stored);
    if (failed === undefined) {
      tail = sent.at(-1)!.number;
      failures = 0;
      continue;
    }
    log.warn({ from: tail + 1, ...failed }, 'records without a clear answer');
    await bus.whenConnected();
    tail = await stream.lastSequence();
    await pause(failures++);
  }
  return tail;
}
