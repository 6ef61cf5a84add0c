/**
 * The archive of a shard's journal: its records once more, in a folder that shares nothing with the journal's servers.
 * Only appended to. A writer that dies leaves at most a torn last frame, which the next one cuts off; damage anywhere
 * else is never passed over.
 */
import { mkdir, open, readFile, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '@bellwether/errors';
import { SEGMENT_RECORDS, frameOf, readSegment, segmentOf } from './archive-segment';
import type { ArchivedRecord, SegmentContent } from './archive-segment';
import { syncFolder } from './sealed-file';

export type { ArchivedRecord } from './archive-segment';

const SEGMENT_DIGITS = 8;
const NAME = /^segment-(\d{8})$/;

/** The archive is not what was written. `number` is the first record that cannot be read. */
export class ArchiveDamaged extends Error {
  constructor(
    readonly number: number,
    path: string,
  ) {
    super(`archive: record ${number} in ${path} is damaged or missing`);
    this.name = 'ArchiveDamaged';
  }
}

/** How far an archive goes: its last record, null where it is empty. */
export interface ArchivePlace {
  readonly last: ArchivedRecord | null;
}

export class ArchiveFolder {
  private next = 1;
  private file: FileHandle | undefined;
  private segment = -1;

  constructor(private readonly path: string) {}

  /**
   * Readies it to be appended to: cuts off a torn end. @returns how far it goes
   * @throws ArchiveDamaged where the last file holds more than a torn end
   */
  async open(): Promise<ArchivePlace> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const segments = await this.segments();
    const newest = segments.at(-1);
    if (newest === undefined) return { last: null };
    const first = newest * SEGMENT_RECORDS + 1;
    const content = await this.contentOf(newest);
    if (content.end === 'damaged') {
      throw new ArchiveDamaged(first + content.records.length, this.pathOf(newest));
    }
    if (content.end === 'torn') await this.cut(newest, content.length);
    this.next = first + content.records.length;
    const last = content.records.at(-1) ?? (await this.lastOfSegment(newest - 1));
    return { last: last ?? null };
  }

  /** Number of the record that comes next. */
  get nextNumber(): number {
    return this.next;
  }

  /** Appends records in order and without a gap; durable when it resolves. */
  async append(records: readonly ArchivedRecord[]): Promise<void> {
    for (let at = 0; at < records.length;) {
      const first = records[at]!;
      assert(
        first.number === this.next,
        () => `archive: record ${first.number} after ${this.next - 1}`,
      );
      const segment = segmentOf(first.number);
      const beyond = (segment + 1) * SEGMENT_RECORDS + 1;
      const part = records.slice(at, at + beyond - first.number);
      for (const [index, { number }] of part.entries()) {
        assert(number === first.number + index, () => `archive: record ${number} out of order`);
      }
      const file = await this.fileOf(segment);
      await file.appendFile(Buffer.concat(part.map(frameOf)));
      await file.datasync();
      this.next += part.length;
      at += part.length;
    }
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
    this.segment = -1;
  }

  /**
   * Every record from `from` on, in order, to the archive's end; a torn end is where it ends.
   * @throws ArchiveDamaged where it is damaged or a file is missing
   */
  async *read(from = 1): AsyncGenerator<ArchivedRecord> {
    const segments = await this.segments();
    const newest = segments.at(-1) ?? -1;
    for (let segment = segmentOf(from); segment <= newest; segment++) {
      const first = segment * SEGMENT_RECORDS + 1;
      if (!segments.includes(segment)) throw new ArchiveDamaged(first, this.pathOf(segment));
      const { records, end } = await this.contentOf(segment);
      for (const record of records) if (record.number >= from) yield record;
      const isComplete = records.length === SEGMENT_RECORDS && end === 'whole';
      const isEnd = segment === newest && end !== 'damaged';
      if (!isComplete && !isEnd) {
        throw new ArchiveDamaged(first + records.length, this.pathOf(segment));
      }
    }
  }

  private async segments(): Promise<number[]> {
    const names = await readdir(this.path);
    const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
    return numbers.sort((a, b) => a - b);
  }

  private async contentOf(segment: number): Promise<SegmentContent> {
    return readSegment(await readFile(this.pathOf(segment)), segment * SEGMENT_RECORDS + 1);
  }

  private async lastOfSegment(segment: number): Promise<ArchivedRecord | undefined> {
    return segment < 0 ? undefined : (await this.contentOf(segment)).records.at(-1);
  }

  private async cut(segment: number, length: number): Promise<void> {
    const file = await open(this.pathOf(segment), 'r+');
    try {
      await file.truncate(length);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  private async fileOf(segment: number): Promise<FileHandle> {
    if (this.file !== undefined && this.segment === segment) return this.file;
    await this.close();
    this.file = await open(this.pathOf(segment), 'a', 0o600);
    this.segment = segment;
    await syncFolder(this.path);
    return this.file;
  }

  private pathOf(segment: number): string {
    return join(this.path, `segment-${String(segment).padStart(SEGMENT_DIGITS, '0')}`);
  }
}
