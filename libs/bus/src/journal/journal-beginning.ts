/**
 * Where a journal begins: at record 1, or behind a snapshot, once an operator has purged what came before it or made the
 * journal anew from there. The archive has the whole of it.
 */
import { InvariantViolation, Fault, assert } from '@bellwether/errors';
import { decodeRecord, hashOf, sameBytes } from './journal-record';
import type { JournalPosition } from './journal-record';
import type { Stream } from '../jetstream/stream';
import type { StreamHole } from '../jetstream/stream-hole';

/** The journal has not every record after the one that the reader knows: only a later snapshot leads into it. */
export class SnapshotNeeded extends Fault {
  /** @param first record of the journal @param known the last one that the reader knows; 0: none */
  constructor(
    readonly first: number,
    known: number,
  ) {
    const reader = known === 0 ? 'who knows none' : `who knows record ${known}`;
    super(
      'poison',
      `the journal begins at record ${first}: ${reader} needs a snapshot of record ${first - 1} or a later one, or the archive (docs/OPERATIONS.md, "A journal that begins behind a snapshot")`,
    );
    this.name = 'SnapshotNeeded';
  }
}

export const firstRecordOf = async (stream: Stream): Promise<number> =>
  (await stream.bounds()).first;

/** @throws SnapshotNeeded where records after `position` are in the stream no more */
export async function assertBeginsAt(stream: Stream, position: JournalPosition): Promise<void> {
  const first = await firstRecordOf(stream);
  if (position.number + 1 < first) throw new SnapshotNeeded(first, position.number);
}

/**
 * Believes that the journal is the one that stood at `position`: by the record there, or by the one after it, which names
 * its hash. A journal that is empty behind a snapshot tells with its first record, as whoever writes it does.
 * @throws InvariantViolation, SnapshotNeeded
 */
export async function assertHolds(stream: Stream, position: JournalPosition): Promise<void> {
  const { first, tail } = await stream.bounds();
  if (position.number + 1 < first) throw new SnapshotNeeded(first, position.number);
  if (position.number >= first) {
    const stored = await stream.storedMessage(position.number);
    // Purged between the two questions: the record after it has to tell.
    const isPurged = stored === null && (await firstRecordOf(stream)) > position.number;
    if (isPurged) return assertHolds(stream, position);
    assert(
      stored !== null && sameBytes(hashOf(stored.data), position.hash),
      () => `journal: record ${position.number} is not the one that was there before`,
    );
  } else if (first <= tail) {
    const stored = await stream.storedMessage(first);
    const isNext =
      stored !== null && sameBytes(decodeRecord(stored.data, first).previousHash, position.hash);
    assert(isNext, () => `journal: record ${first} does not continue the one that was before it`);
  }
}

/** What a hole in a journal means to who had read to `end`: that it was purged further, or that it is damaged. */
export async function beginningOr(
  hole: StreamHole,
  { stream, end }: { readonly stream: Stream; readonly end: JournalPosition },
): Promise<Error> {
  const first = await firstRecordOf(stream);
  if (end.number + 1 < first) return new SnapshotNeeded(first, end.number);
  return new InvariantViolation(`journal: ${hole.message}`);
}
