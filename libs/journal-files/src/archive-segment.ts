/**
 * A file of the archive: consecutive journal records, framed so that a torn end differs from a damaged middle.
 *
 *   frame: number u64 | length u32 | check u32 | SHA-256 of the bytes, 32 | bytes        little-endian
 *
 * `check` is the beginning of the SHA-256 of number and length: a damaged length must not look like an unfinished
 * frame.
 */
import { createHash } from 'node:crypto';

/** Records per file: at 150 bytes a command and 27 commands a record, some 40 MB. */
export const SEGMENT_RECORDS = 10_000;

const HASH_BYTES = 32;
/** Number and length. */
const CHECKED_BYTES = 8 + 4;
const HASH_AT = CHECKED_BYTES + 4;
const FRAME_HEAD_BYTES = HASH_AT + HASH_BYTES;

/** A record's number and its bytes as in the journal. */
export interface ArchivedRecord {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** A segment's content. `end`: the file ends after a frame, within one, or is damaged before its end. */
export interface SegmentContent {
  readonly records: readonly ArchivedRecord[];
  /** Bytes of the complete frames. */
  readonly length: number;
  readonly end: 'whole' | 'torn' | 'damaged';
}

export const segmentOf = (number: number): number => Math.floor((number - 1) / SEGMENT_RECORDS);

export function frameOf({ number, bytes }: ArchivedRecord): Uint8Array {
  const frame = Buffer.alloc(FRAME_HEAD_BYTES + bytes.length);
  frame.writeBigUInt64LE(BigInt(number), 0);
  frame.writeUInt32LE(bytes.length, 8);
  frame.writeUInt32LE(checkOf(frame.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
  sha256(bytes).copy(frame, HASH_AT);
  frame.set(bytes, FRAME_HEAD_BYTES);
  return frame;
}

/** Reads frames from record `first` on until one is invalid. */
export function readSegment(file: Uint8Array, first: number): SegmentContent {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const records: ArchivedRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < FRAME_HEAD_BYTES) return { records, length: at, end: 'torn' };
    const number = Number(bytes.readBigUInt64LE(at));
    const length = bytes.readUInt32LE(at + 8);
    const isIntact =
      bytes.readUInt32LE(at + CHECKED_BYTES) === checkOf(bytes.subarray(at, at + CHECKED_BYTES));
    const isInOrder = number === first + records.length;
    if (!isIntact || !isInOrder) return { records, length: at, end: 'damaged' };
    const from = at + FRAME_HEAD_BYTES;
    if (from + length > bytes.length) return { records, length: at, end: 'torn' };
    const record = bytes.subarray(from, from + length);
    const isSame = sha256(record).equals(bytes.subarray(at + HASH_AT, from));
    if (!isSame) return { records, length: at, end: 'damaged' };
    records.push({ number, bytes: new Uint8Array(record) });
    at = from + length;
  }
  return { records, length: at, end: 'whole' };
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const checkOf = (head: Uint8Array): number => sha256(head).readUInt32LE(0);
