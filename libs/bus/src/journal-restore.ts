/** A journal made anew from its archive: the same records, byte for byte, under the same numbers. */
import { believe } from '@bellwether/errors';
import { pause } from './backoff';
import {
  JOURNAL_START,
  believeFollows,
  decodeRecord,
  positionAfter,
  sameBytes,
} from './journal-record';
import type { JournalPosition } from './journal-record';
import { journalStream } from './journal-stream';
import type { JournalDependencies, JournalOptions } from './journal-stream';

/** A record as it was kept beside the journal. */
export interface KeptRecord {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/**
 * Writes the records into the stream of the journal, each verified against the one before it. What is there already must
 * be the same: so it may be begun again where it was cut off, and never overwrites a journal that goes on elsewhere.
 * No engine may run meanwhile.
 *
 * @returns where the journal stands then
 * @throws BrokenBelief where the records are no journal of this identity, or the stream holds others
 */
export async function restoreJournal(
  records: AsyncIterable<KeptRecord>,
  options: JournalOptions,
  dependencies: JournalDependencies,
): Promise<JournalPosition> {
  const stream = journalStream(options, dependencies);
  await stream.ensure();
  let tail = await stream.lastSequence();
  let position = JOURNAL_START;
  for await (const { number, bytes } of records) {
    const record = decodeRecord(bytes, number);
    believeFollows(options, position, record);
    position = positionAfter(record, bytes);
    for (let attempt = 0; number > tail; attempt++) {
      const outcome = await stream.append(bytes, number - 1);
      if (outcome.stored) tail = number;
      else {
        await dependencies.bus.whenConnected();
        tail = await stream.lastSequence();
        if (tail < number) await pause(attempt);
      }
    }
    // Whatever was there, or landed without an answer, is read again: nothing but the same will do.
    const stored = await stream.message(number);
    believe(
      stored !== null && sameBytes(stored.data, bytes),
      () => `journal: the stream holds another record ${number}`,
    );
  }
  believe(
    tail === position.number,
    () => `journal: the stream goes on to record ${tail}, the archive ends at ${position.number}`,
  );
  return position;
}
