/**
 * A file of the archive: consecutive journal records, framed so that a torn end differs from a damaged middle.
 *
 *   frame: number u64 | length u32 | check u32 | SHA-256 of the bytes, 32 | bytes        little-endian
 *
 * `check` is the beginning of the SHA-256 of number and length: a damaged length must not look like an unfinished
 * frame.
 */
import { createHash } from 'node:crypto';
import { FileWindow } from './file-window';

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

/** Where the complete frames end: at the end of the file, before an unfinished one, or before damage. */
export type SegmentEnd = 'whole' | 'torn' | 'damaged';

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

/**
 * Reads the frames of a file in order, from record `first` on, until the end or an invalid one. It holds a part of the
 * file: a busy segment has hundreds of megabytes. Records appended meanwhile are left out.
 */
export class SegmentWalk {
  /** Complete frames so far, and their bytes. */
  count = 0;
  length = 0;
  /** Undefined until `next` gave the last record. */
  end: SegmentEnd | undefined;
  private readonly window: FileWindow;

  constructor(
    path: string,
    private readonly first: number,
  ) {
    this.window = new FileWindow(path);
  }

  /** The next record; undefined at the end. Its bytes are overwritten by the next call. */
  async next(): Promise<ArchivedRecord | undefined> {
    if (this.end !== undefined) return undefined;
    const size = await this.window.size();
    if (this.length === size) return this.ended('whole');
    const head = await this.window.read(this.length, FRAME_HEAD_BYTES);
    if (head === undefined) return this.ended('torn');
    const number = Number(head.readBigUInt64LE(0));
    const length = head.readUInt32LE(8);
    const isIntact = head.readUInt32LE(CHECKED_BYTES) === checkOf(head.subarray(0, CHECKED_BYTES));
    const isInOrder = number === this.first + this.count;
    if (!isIntact || !isInOrder) return this.ended('damaged');
    const frame = await this.window.read(this.length, FRAME_HEAD_BYTES + length);
    if (frame === undefined) return this.ended('torn');
    const bytes = frame.subarray(FRAME_HEAD_BYTES);
    const isSame = sha256(bytes).equals(frame.subarray(HASH_AT, FRAME_HEAD_BYTES));
    if (!isSame) return this.ended('damaged');
    this.count++;
    this.length += frame.length;
    return { number, bytes };
  }

  private ended(end: SegmentEnd): undefined {
    this.end = end;
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const checkOf = (head: Uint8Array): number => sha256(head).readUInt32LE(0);
