/** An archive that is still written to: read up to a command that is certain to come, and waited for until it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeRecord, encodeRecord, hashOf } from '@bellwether/bus';
import type { JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { ArchiveFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import { ArchiveReplay, identityOfArchive } from './archive-replay';
import { ARCHIVE_PATIENCE_MS, ARCHIVE_POLL_MS } from './limits';
import type { JournalMark } from './manifest';
import { newestProven, writeProven } from './proven-snapshots';

export interface MarkOptions {
  /** A folder of proven snapshots: carrying out begins at the newest one, and leaves another one there. */
  readonly snapshots?: string;
  /** Hears of a snapshot that is damaged, or of no use; an older one is taken. */
  readonly onPassedOver?: (passedOver: UnusableSnapshot) => void;
}

/**
 * Carries the archive out up to command `seq`, each record verified against the one before it.
 * @throws Error where the archive is empty or does not get there in time; ArchiveDamaged, InvariantViolation
 */
export async function markOf(
  path: string,
  seq: number,
  { snapshots, onPassedOver = () => undefined }: MarkOptions = {},
): Promise<JournalMark> {
  const identity = await identityOfArchive(path);
  const isNotBeyond = ({ position }: { readonly position: { readonly lastSeq: number } }): void =>
    assert(position.lastSeq <= seq, () => `it is of seq ${position.lastSeq}`);
  const start =
    snapshots === undefined
      ? undefined
      : await newestProven({ path: snapshots, archive: path, identity }, isNotBeyond, onPassedOver);
  const replay = new ArchiveReplay(path, identity, start);
  let last: JournalRecord | undefined;
  if (start === undefined || replay.exchange.lastSeq < seq) {
    for await (const record of settledRecords(replay, seq)) {
      replay.carryOut(record, seq);
      last = record;
      if (replay.exchange.lastSeq >= seq) break;
    }
  }
  const { position, exchange } = replay;
  const mark = {
    ...identity,
    record: position.number,
    record_hash: toHex(position.hash),
    seq,
    state_hash: toHex(hashOf(exchange.snapshot())),
  };
  if (snapshots !== undefined && last !== undefined) {
    // A snapshot is as of a whole record.
    replay.carryOut(last);
    await writeProven(snapshots, replay, path);
  }
  return mark;
}

/** Every record from where `replay` is on, and goes on waiting for more; `seq` is for the error alone. */
async function* settledRecords(replay: ArchiveReplay, seq: number): AsyncGenerator<JournalRecord> {
  const deadlineMs = performance.now() + ARCHIVE_PATIENCE_MS;
  for (;;) {
    yield* replay.records();
    if (performance.now() > deadlineMs) {
      const { lastSeq } = replay.position;
      throw new Error(`the archive ends at seq ${lastSeq}, the journal is at ${seq}`);
    }
    await sleep(ARCHIVE_POLL_MS);
  }
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
