/**
 * The archive of a shard's journal: a second copy of its records, in a folder that shares nothing with the journal's
 * servers. Append-only. A writer that crashes leaves at most a torn last frame, which the next writer cuts off; damage
 * anywhere else is always reported.
 */
import { mkdir, open, readdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from '@bellwether/errors';
import { SEGMENT_RECORDS, SegmentWalk, frameOf, segmentOf } from './archive-segment';
import type { ArchivedRecord } from './archive-segment';
import { syncFolder } from './sealed-file';

export type { ArchivedRecord } from './archive-segment';

const SEGMENT_DIGITS = 8;
const NAME = /^segment-(\d{8})$/;

/** The archive is corrupt. `number` is the first record that cannot be read. */
export class ArchiveDamaged extends Error {
  constructor(
    readonly number: number,
    path: string,
  ) {
    super(`archive: record ${number} in ${path} is damaged or missing`);
    this.name = 'ArchiveDamaged';
  }
}

/** The archive's end: its last record, null if it is empty. */
export interface ArchivePlace {
  readonly last: ArchivedRecord | null;
}

export class ArchiveFolder {
  private next = 1;
  private file: FileHandle | undefined;
  private segment = -1;

  constructor(private readonly path: string) {}

  /**
   * Prepares it for appends: cuts off a torn end. @returns the archive's end
   * @throws ArchiveDamaged if the last file has more wrong than a torn end
   */
  async open(): Promise<ArchivePlace> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const segments = await this.segments();
    const newest = segments.at(-1);
    if (newest === undefined) return { last: null };
    const first = newest * SEGMENT_RECORDS + 1;
    const { last, walk } = await this.lastOf(newest);
    if (walk.end === 'damaged') throw new ArchiveDamaged(first + walk.count, this.pathOf(newest));
    if (walk.end === 'torn') await this.cut(newest, walk.length);
    this.next = first + walk.count;
    if (last !== null || newest === 0) return { last };
    return { last: (await this.lastOf(newest - 1)).last };
  }

  get nextNumber(): number {
    return this.next;
  }

  /** Appends consecutive records; durable when the promise resolves. */
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
   * Every record from `from` on, in order, to the archive's end. A torn frame counts as the end.
   * @throws ArchiveDamaged if it is damaged or a file is missing
   */
  async *read(from = 1): AsyncGenerator<ArchivedRecord> {
    const segments = await this.segments();
    const newest = segments.at(-1) ?? -1;
    for (let segment = segmentOf(from); segment <= newest; segment++) {
      const first = segment * SEGMENT_RECORDS + 1;
      if (!segments.includes(segment)) throw new ArchiveDamaged(first, this.pathOf(segment));
      const walk = this.walkOf(segment);
      for (let one = await walk.next(); one !== undefined; one = await walk.next()) {
        if (one.number >= from) yield { number: one.number, bytes: new Uint8Array(one.bytes) };
      }
      const isComplete = walk.count === SEGMENT_RECORDS && walk.end === 'whole';
      const isEnd = segment === newest && walk.end !== 'damaged';
      if (!isComplete && !isEnd) throw new ArchiveDamaged(first + walk.count, this.pathOf(segment));
    }
  }

  private async segments(): Promise<number[]> {
    const names = await readdir(this.path);
    const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
    return numbers.sort((a, b) => a - b);
  }

  private walkOf(segment: number): SegmentWalk {
    return new SegmentWalk(this.pathOf(segment), segment * SEGMENT_RECORDS + 1);
  }

  /** Walks to the end. @returns the last record before it, null if there is none */
  private async lastOf(segment: number): Promise<ArchivePlace & { readonly walk: SegmentWalk }> {
    const walk = this.walkOf(segment);
    // One buffer for all that may be the last: a copy each would be the whole file.
    let kept = new Uint8Array(0);
    let last: ArchivedRecord | null = null;
    for (let one = await walk.next(); one !== undefined; one = await walk.next()) {
      const { number, bytes } = one;
      if (kept.length < bytes.length) kept = new Uint8Array(bytes.length);
      kept.set(bytes);
      last = { number, bytes: kept.subarray(0, bytes.length) };
    }
    return { last: last && { number: last.number, bytes: last.bytes.slice() }, walk };
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
