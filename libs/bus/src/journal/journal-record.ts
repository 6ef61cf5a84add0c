/**
 * A record of the journal: what one append makes durable. docs/protocol/bus.md specifies the bytes. `number` equals the
 * message's sequence in the stream and `previousHash` is the SHA-256 of the record before, so that a reader notices any
 * loss, change or insertion.
 */
import { createHash } from 'node:crypto';
import {
  DecodeError,
  bytes,
  decode,
  encode,
  list,
  oneOf,
  sameBytes,
  struct,
  u16,
  u53,
} from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { InvariantViolation, assert } from '@bellwether/errors';
import { NETWORKS, journaledCommandLayout } from '@bellwether/exchange';
import type { Network } from '@bellwether/exchange';
import { exactByte } from '../exact-byte';

export const JOURNAL_VERSION = 1;

/**
 * `genesis` is the first record and names the network; `epoch` begins the term of one engine process; `commands` holds
 * the commands `firstSeq`, `firstSeq` + 1, … in the order they are applied.
 */
export const RECORD_KINDS = ['genesis', 'epoch', 'commands'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const HASH_BYTES = 32;
export const WRITER_BYTES = 16;

export const journalRecordLayout = struct({
  version: exactByte(JOURNAL_VERSION, 'version'),
  kind: oneOf(RECORD_KINDS),
  network: oneOf(NETWORKS),
  shard: u16,
  /** Counts the engine processes that wrote the journal, from 1; 0 in the genesis record. */
  epoch: u53,
  /** Random per writing process: records of two processes never have the same bytes. */
  writer: bytes(WRITER_BYTES),
  number: u53,
  previousHash: bytes(HASH_BYTES),
  /** Unix time of every command of the record; never decreases. */
  timestampMs: u53,
  /** Seq of the first command; of the next one to come if there is none. */
  firstSeq: u53,
  commands: list(journaledCommandLayout),
});
export type JournalRecord = ValueOf<typeof journalRecordLayout>;

/** Identifies a journal. */
export interface JournalIdentity {
  readonly network: Network;
  readonly shard: number;
}

/** A position in a journal: everything the next record depends on. */
export interface JournalPosition {
  /** Number of the last record; 0: there is none. */
  readonly number: number;
  /** SHA-256 of the last record's bytes; zeros: there is none. */
  readonly hash: Uint8Array;
  readonly epoch: number;
  /** The leader since the last `epoch` record. */
  readonly writer: Uint8Array;
  /** Seq of the last command; 0: there is none. */
  readonly lastSeq: number;
  readonly timestampMs: number;
}

export const JOURNAL_START: JournalPosition = {
  number: 0,
  hash: new Uint8Array(HASH_BYTES),
  epoch: 0,
  writer: new Uint8Array(WRITER_BYTES),
  lastSeq: 0,
  timestampMs: 0,
};

export const encodeRecord = (record: JournalRecord): Uint8Array =>
  encode(journalRecordLayout, record);

/** @throws InvariantViolation if the bytes are no record: the journal is corrupt */
export function decodeRecord(recordBytes: Uint8Array, number: number): JournalRecord {
  try {
    return decode(journalRecordLayout, recordBytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new InvariantViolation(`journal record ${number} is unreadable: ${error.message}`);
  }
}

/** OpenSSL takes less than 2 GiB at a time; a state may be larger. */
const HASH_BYTES_AT_ONCE = 2 ** 30;

export function hashOf(recordBytes: Uint8Array): Uint8Array {
  const hash = createHash('sha256');
  for (let at = 0; at < recordBytes.length; at += HASH_BYTES_AT_ONCE)
    hash.update(recordBytes.subarray(at, at + HASH_BYTES_AT_ONCE));
  return new Uint8Array(hash.digest());
}

/** The writer's part; the rest follows from the journal's tail. */
export type JournalEntry = Pick<JournalRecord, 'kind' | 'writer' | 'timestampMs' | 'commands'>;

/** The record that follows `position`. */
export function nextRecord(
  identity: JournalIdentity,
  position: JournalPosition,
  entry: JournalEntry,
): JournalRecord {
  return {
    version: JOURNAL_VERSION,
    ...entry,
    network: identity.network,
    shard: identity.shard,
    epoch: entry.kind === 'epoch' ? position.epoch + 1 : position.epoch,
    number: position.number + 1,
    previousHash: position.hash,
    firstSeq: position.lastSeq + 1,
  };
}

/** The position after `record`, whose bytes are `recordBytes`. */
export const positionAfter = (record: JournalRecord, recordBytes: Uint8Array): JournalPosition => ({
  number: record.number,
  hash: hashOf(recordBytes),
  epoch: record.epoch,
  writer: record.writer,
  lastSeq: record.firstSeq + record.commands.length - 1,
  timestampMs: record.timestampMs,
});

/**
 * Asserts that `record` follows `position` in the journal `identity`.
 * @throws InvariantViolation naming what does not match
 */
export function assertFollows(
  identity: JournalIdentity,
  position: JournalPosition,
  record: JournalRecord,
): void {
  const expect = (
    what: string,
    found: string | number | boolean,
    expected: string | number | boolean,
  ): void =>
    assert(
      found === expected,
      () => `journal record ${record.number}: ${what} is ${found}, not ${expected}`,
    );

  expect('number', record.number, position.number + 1);
  expect('network', record.network, identity.network);
  expect('shard', record.shard, identity.shard);
  assert(
    sameBytes(record.previousHash, position.hash),
    () =>
      `journal record ${record.number} does not continue record ${position.number}: its hash differs`,
  );
  expect('epoch', record.epoch, record.kind === 'epoch' ? position.epoch + 1 : position.epoch);
  expect('first seq', record.firstSeq, position.lastSeq + 1);
  expect('being the genesis record', record.kind === 'genesis', position.number === 0);
  expect('holding commands', record.commands.length > 0, record.kind === 'commands');
  expect('an epoch before its commands', record.epoch > 0, record.kind !== 'genesis');
  assert(
    record.kind !== 'commands' || sameBytes(record.writer, position.writer),
    () => `journal record ${record.number}: its writer does not reign epoch ${position.epoch}`,
  );
  assert(
    record.timestampMs >= position.timestampMs,
    () =>
      `journal record ${record.number}: time falls to ${record.timestampMs} from ${position.timestampMs}`,
  );
}
