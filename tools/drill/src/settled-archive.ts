/** An archive that is still written to: read up to a command that is certain to come, and waited for until it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  JOURNAL_START,
  believeFollows,
  decodeRecord,
  encodeRecord,
  hashOf,
  positionAfter,
} from '@bellwether/bus';
import type { JournalPosition, JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { ArchiveFolder } from '@bellwether/journal-files';
import { archiveSource } from '../../replay/src/records';
import type { RecordSource } from '../../replay/src/records';
import { replay } from '../../replay/src/replay';
import { ARCHIVE_PATIENCE_MS, ARCHIVE_POLL_MS } from './limits';
import type { JournalMark } from './manifest';

/**
 * Carries the archive out up to command `seq`, each record verified against the one before it.
 * @throws Error where the archive does not get there in time
 */
export async function markOf(path: string, seq: number): Promise<JournalMark> {
  let last: JournalPosition = JOURNAL_START;
  const { network, shard } = await archiveSource(path);
  const identity = { network, shard };
  async function* read(from = JOURNAL_START): AsyncGenerator<JournalRecord> {
    last = from;
    const archive = new ArchiveFolder(path);
    const deadlineMs = performance.now() + ARCHIVE_PATIENCE_MS;
    for (;;) {
      for await (const { number, bytes } of archive.read(last.number + 1)) {
        const record = decodeRecord(bytes, number);
        believeFollows(identity, last, record);
        last = positionAfter(record, bytes);
        yield record;
      }
      if (performance.now() > deadlineMs) {
        throw new Error(`the archive ends at seq ${last.lastSeq}, the journal is at ${seq}`);
      }
      await sleep(ARCHIVE_POLL_MS);
    }
  }
  const source: RecordSource = { ...identity, read, close: () => Promise.resolve() };
  const { exchange } = await replay(source, { at: seq });
  return {
    ...identity,
    record: last.number,
    record_hash: toHex(last.hash),
    seq,
    state_hash: toHex(hashOf(exchange.snapshot())),
  };
}

/** @throws Error where the archive does not hold the record that the mark names, or another one in its place */
export async function requireMark(path: string, mark: JournalMark): Promise<void> {
  const first = await new ArchiveFolder(path).read(mark.record).next();
  if (first.done === true) {
    throw new Error(
      `the archive ends before record ${mark.record}, which the copy of the database rests on: take an older copy`,
    );
  }
  const record = decodeRecord(first.value.bytes, first.value.number);
  if (toHex(hashOf(encodeRecord(record))) !== mark.record_hash) {
    throw new Error(`record ${mark.record} of the archive is another one than that of the backup`);
  }
}
