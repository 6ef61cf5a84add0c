import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { lockFolder } from '@bellwether/local-services';
import type { FolderLock } from '@bellwether/local-services';
import type { ChainRecord, HeadRecord } from './chain-record';
import { LOG_SEGMENTS_RETAINED, LOG_SEGMENT_BYTES, LOG_SEGMENT_RECORDS } from './limits';

/** Each record is preceded by its length and the CRC-32 of its bytes, little-endian. */
const PREFIX_BYTES = 8;
const SEGMENT_NAME = /^chain-(\d{8})\.log$/;
/** Prevents a second process from appending, which would mix two chains in one log. */
const LOCK_FILE = 'chain.lock';
const segmentName = (number: number) => `chain-${String(number).padStart(8, '0')}.log`;

export interface ChainLogLimits {
  readonly segmentBytes: number;
  readonly segmentRecords: number;
  readonly segmentsRetained: number;
}

/**
 * A chain's log: each record is appended before anyone is notified. A record is either complete or absent: a torn
 * record at the end of a file was never acknowledged and is dropped; damage with complete records after it is an error.
 * Each file begins with a head that holds the whole state, so a start replays one file; the older files serve as
 * history.
 */
export class ChainLog {
  private readonly folder: string;
  private readonly limits: ChainLogLimits;
  private readonly lock: FolderLock;
  private segment = 0;
  private file: number | undefined;
  private bytes = 0;
  private records = 0;

  /** @throws Error if another running chain has the folder */
  constructor(
    folder: string,
    limits: ChainLogLimits = {
      segmentBytes: LOG_SEGMENT_BYTES,
      segmentRecords: LOG_SEGMENT_RECORDS,
      segmentsRetained: LOG_SEGMENTS_RETAINED,
    },
  ) {
    this.folder = folder;
    this.limits = limits;
    mkdirSync(folder, { recursive: true });
    this.lock = lockFolder(join(folder, LOCK_FILE), 'choose another');
  }

  /**
   * Passes on every complete record, oldest first, and cuts off a torn end. `isNewest` marks those of the last file.
   */
  replay(onRecord: (record: ChainRecord, isNewest: boolean) => void): void {
    const numbers = this.segments();
    for (const number of numbers) {
      const path = join(this.folder, segmentName(number));
      const contents = readFileSync(path);
      const isNewest = number === numbers.at(-1);
      this.records = 0;
      const whole = readRecords(contents, (record) => {
        this.records += 1;
        onRecord(record, isNewest);
      });
      if (!isNewest) continue;
      if (whole < contents.length) truncateSync(path, whole);
      this.segment = number;
      this.file = openSync(path, 'a');
      this.bytes = whole;
    }
  }

  /** Written to the operating system when it returns: it survives a crash or kill of the process. */
  append(record: ChainRecord): void {
    if (this.file === undefined) throw new Error('the log is closed');
    const framed = frame(record);
    writeAll(this.file, framed);
    this.bytes += framed.length;
    this.records += 1;
  }

  get isFull(): boolean {
    const { segmentBytes, segmentRecords } = this.limits;
    return this.bytes >= segmentBytes || this.records >= segmentRecords;
  }

  /**
   * Continues in a new file that begins with `head`. The file gets its name only when the head is complete and on disk.
   */
  startSegment(head: HeadRecord): void {
    const number = this.segment + 1;
    const path = join(this.folder, segmentName(number));
    const unfinished = `${path}.unfinished`;
    const file = openSync(unfinished, 'w');
    const framed = frame(head);
    writeAll(file, framed);
    fsyncSync(file);
    renameSync(unfinished, path);
    if (this.file !== undefined) closeSync(this.file);
    this.segment = number;
    this.file = file;
    this.records = 0;
    this.bytes = 0; // the head does not count: with many accounts a new file would be full at once
    for (const old of this.segments()) {
      if (old <= number - this.limits.segmentsRetained) rmSync(join(this.folder, segmentName(old)));
    }
  }

  close(): void {
    this.lock.release();
    if (this.file === undefined) return;
    const { file } = this;
    this.file = undefined;
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  private segments(): number[] {
    return readdirSync(this.folder)
      .map((name) => Number(SEGMENT_NAME.exec(name)?.[1] ?? Number.NaN))
      .filter((number) => !Number.isNaN(number))
      .toSorted((a, b) => a - b);
  }
}

function frame(record: ChainRecord): Buffer {
  const body = serialize(record);
  const framed = Buffer.allocUnsafe(PREFIX_BYTES + body.length);
  framed.writeUInt32LE(body.length, 0);
  framed.writeUInt32LE(crc32(body), 4);
  body.copy(framed, PREFIX_BYTES);
  return framed;
}

/** The system may write fewer bytes than given. */
function writeAll(file: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

/** Returns the number of bytes with complete records. @throws Error if complete records follow a damaged one */
function readRecords(contents: Buffer, onRecord: (record: ChainRecord) => void): number {
  let offset = 0;
  for (;;) {
    const end = endOf(contents, offset);
    if (end === undefined) break;
    if (!isWhole(contents, offset, end)) {
      const next = endOf(contents, end);
      if (next === undefined || !isWhole(contents, end, next)) break;
      throw new Error(`the log is damaged at byte ${offset}, with whole records behind it`);
    }
    onRecord(deserialize(contents.subarray(offset + PREFIX_BYTES, end)) as ChainRecord);
    offset = end;
  }
  return offset;
}

/** The end of the record at `offset` by its own length; `undefined` if it is beyond the file's end. */
function endOf(contents: Buffer, offset: number): number | undefined {
  if (offset + PREFIX_BYTES >= contents.length) return undefined;
  const end = offset + PREFIX_BYTES + contents.readUInt32LE(offset);
  return end > contents.length || end === offset + PREFIX_BYTES ? undefined : end;
}

const isWhole = (contents: Buffer, offset: number, end: number): boolean =>
  crc32(contents.subarray(offset + PREFIX_BYTES, end)) === contents.readUInt32LE(offset + 4);
