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
import type { JournalIdentity, JournalPosition, JournalRecord } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { Exchange } from '@bellwether/exchange';
import { ArchiveFolder } from '@bellwether/journal-files';
import { ARCHIVE_PATIENCE_MS, ARCHIVE_POLL_MS } from './limits';
import type { JournalMark } from './manifest';

/**
 * Carries the archive out up to command `seq`, each record verified against the one before it.
 * @throws Error where the archive is empty or does not get there in time; ArchiveDamaged, BrokenBelief
 */
export async function markOf(path: string, seq: number): Promise<JournalMark> {
  const identity = await identityOf(path);
  const exchange = new Exchange({ network: identity.network });
  let last: JournalPosition = JOURNAL_START;
  for await (const settled of settledRecords(path, identity, seq)) {
    last = settled.position;
    carryOut(exchange, settled.record, seq);
    if (exchange.lastSeq >= seq) break;
  }
  return {
    ...identity,
    record: last.number,
    record_hash: toHex(last.hash),
    seq,
    state_hash: toHex(hashOf(exchange.snapshot())),
  };
}

/** Every record from the first one on, and goes on waiting for more; `seq` is for the error alone. */
async function* settledRecords(
  path: string,
  identity: JournalIdentity,
  seq: number,
): AsyncGenerator<{ readonly record: JournalRecord; readonly position: JournalPosition }> {
  const archive = new ArchiveFolder(path);
  const deadlineMs = performance.now() + ARCHIVE_PATIENCE_MS;
  let position: JournalPosition = JOURNAL_START;
  for (;;) {
    for await (const { number, bytes } of archive.read(position.number + 1)) {
      const record = decodeRecord(bytes, number);
      believeFollows(identity, position, record);
      position = positionAfter(record, bytes);
      yield { record, position };
    }
    if (performance.now() > deadlineMs) {
      throw new Error(`the archive ends at seq ${position.lastSeq}, the journal is at ${seq}`);
    }
    await sleep(ARCHIVE_POLL_MS);
  }
}

async function identityOf(path: string): Promise<JournalIdentity> {
  const first = await new ArchiveFolder(path).read().next();
  if (first.done === true) throw new Error(`${path} holds no record`);
  const { network, shard } = decodeRecord(first.value.bytes, first.value.number);
  return { network, shard };
}

/** The commands of a record, those beyond `last` left out. */
function carryOut(
  exchange: Exchange,
  { firstSeq, timestampMs, commands }: JournalRecord,
  last: number,
): void {
  for (const [offset, { lane, command }] of commands.entries()) {
    const seq = firstSeq + offset;
    if (seq <= last) exchange.apply({ seq, timestampMs, lane, command });
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
