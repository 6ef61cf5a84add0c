/** How far an archive goes, each of its records verified against the one before it. */
import { JOURNAL_START, assertFollows, decodeRecord, positionAfter } from '@bellwether/bus';
import type { JournalIdentity } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';

export interface ArchiveEnd extends JournalIdentity {
  /** Of the last command. */
  readonly seq: number;
  /** Of the last record. */
  readonly timestampMs: number;
}

/**
 * @param after where verifying begins: that of a proven snapshot
 * @throws Error where there is no record; ArchiveDamaged, InvariantViolation
 */
export async function endOfArchive(path: string, after = JOURNAL_START): Promise<ArchiveEnd> {
  const archive = new ArchiveFolder(path);
  const first = await archive.read().next();
  if (first.done === true) throw new Error(`${path} holds no record`);
  const { network, shard } = decodeRecord(first.value.bytes, first.value.number);
  let { timestampMs } = after;
  let position = after;
  for await (const { number, bytes } of archive.read(after.number + 1)) {
    const record = decodeRecord(bytes, number);
    assertFollows({ network, shard }, position, record);
    position = positionAfter(record, bytes);
    ({ timestampMs } = record);
  }
  return { network, shard, seq: position.lastSeq, timestampMs };
}
