/** A journal made anew from its archive: the same records, byte for byte, under the same numbers. */
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

/** A record as it was kept beside the journal. */
export interface KeptRecord {
  readonly number: number;
  readonly bytes: Uint8Array;
}

export interface RestoreOptions extends JournalOptions {
  /** Where the records go on from: that of a snapshot. The stream then begins with the record after it. */
  readonly after?: JournalPosition;
  /** Hears how far records are stored and were read again. */
  readonly onVerified?: (position: JournalPosition) => void;
}

interface Chunk {
  readonly records: readonly KeptRecord[];
  /** After its last record. */
  readonly position: JournalPosition;
}

/**
 * Writes the records into the stream of the journal, each verified against the one before it. What is there already must
 * be the same: so it may be begun again where it was cut off, and never overwrites a journal that goes on elsewhere.
 * No engine may run meanwhile.
 *
 * A chunk of records is under way at once. The server takes them in the order in which they were sent, and each is
 * appended only onto the one before it: where one is lost, none of those behind it gets in. Whatever is stored is read
 * again, a chunk behind.
 *
 * @throws InvariantViolation where the records are no journal of this identity, or the stream holds others
 */
export async function restoreJournal(
  records: AsyncIterable<KeptRecord>,
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
      // What was there before us is looked at before anything is put behind it.
      await readBack.assertSame(stored);
      if (missing.length > 0) tail = await appendAll(stream, missing, tail, dependencies);
      verifying = readBack.assertSame(missing).then(() => onVerified?.(chunk.position));
      verifying.catch(() => undefined); // it is waited for above, or below
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

/** Verified on their way, a chunk at a time. */
async function* chunksOf(
  records: AsyncIterable<KeptRecord>,
  identity: JournalOptions,
  after: JournalPosition,
): AsyncGenerator<Chunk> {
  let position = after;
  let chunk: KeptRecord[] = [];
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

/** @returns where the stream ends then: at the last of them, or later, where it is another's */
async function appendAll(
  stream: Stream,
  records: readonly KeptRecord[],
  from: number,
  { bus, log }: JournalDependencies,
): Promise<number> {
  const last = records.at(-1)!.number;
  let tail = from;
  for (let failures = 0; tail < last;) {
    const missing = records.filter(({ number }) => number > tail);
    // After a failure one goes alone: where that is stored, the others follow.
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
