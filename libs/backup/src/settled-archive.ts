/** Reads an archive that is still being written, up to a command that is certain to arrive, and waits for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeRecord, encodeRecord, hashOf } from '@bellwether/bus';
import type { JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import { ArchiveFolder } from '@bellwether/journal-files';
import type { UnusableSnapshot } from '@bellwether/journal-files';
import { ArchiveReplay, identityOfArchive } from './archive-replay';
import { ARCHIVE_TIMEOUT_MS, ARCHIVE_POLL_MS } from './limits';
import type { JournalMark } from './manifest';
import { newestProven, writeProven } from './proven-snapshots';

export interface MarkOptions {
  /** A folder of proven snapshots: the replay starts at the newest one, and adds another. */
  readonly snapshots?: string;
  /** Called for a snapshot that is damaged or unusable; an older one is used. */
  readonly onPassedOver?: (passedOver: UnusableSnapshot) => void;
}

/**
 * Replays the archive up to command `seq`, each record verified against the one before it.
 * @throws Error if the archive is empty or does not get there in time; ArchiveDamaged, InvariantViolation
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
    // A snapshot covers whole records.
    replay.carryOut(last);
    await writeProven(snapshots, replay, path);
  }
  return mark;
}

/** Every record from the position of `replay` on; waits for more. `seq` is only for the error. */
async function* settledRecords(replay: ArchiveReplay, seq: number): AsyncGenerator<JournalRecord> {
  const deadlineMs = performance.now() + ARCHIVE_TIMEOUT_MS;
  for (;;) {
    yield* replay.records();
    if (performance.now() > deadlineMs) {
      const { lastSeq } = replay.position;
      throw new Error(`the archive ends at seq ${lastSeq}, the journal is at ${seq}`);
    }
    await sleep(ARCHIVE_POLL_MS);
  }
}

/** @throws Error if the archive lacks the record that the mark names, or has a different one */
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
