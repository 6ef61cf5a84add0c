/**
 * Snapshots of a shard in a folder: one sealed file each, named by the number of the last journal record it includes.
 * Several of the newest stay: if the newest is damaged, or too new for the purpose, an older one is used.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnfinished, readSealed, removeFile, writeSealed } from './sealed-file';

const MAGIC = 'BWSNAP1';
/** Zero-padded decimal, so that names sort like numbers. */
const NUMBER_DIGITS = 16;
const NAME = /^snapshot-(\d{16})$/;

export const DEFAULT_RETAINED_SNAPSHOTS = 3;

export interface SnapshotFolderOptions {
  readonly path: string;
  /** At least 1. */
  readonly retained?: number;
}

export interface FoundSnapshot {
  /** Number of the last journal record that is in it. */
  readonly number: number;
  readonly content: Uint8Array;
}

/** A snapshot that was skipped, and why. */
export interface UnusableSnapshot {
  readonly number: number;
  readonly reason: string;
}

export class SnapshotFolder {
  private readonly path: string;
  private readonly retained: number;

  constructor({ path, retained = DEFAULT_RETAINED_SNAPSHOTS }: SnapshotFolderOptions) {
    this.path = path;
    this.retained = retained;
  }

  /** Creates the folder if needed, and deletes unfinished files. */
  async open(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.path)) {
      if (isUnfinished(name)) await removeFile(join(this.path, name));
    }
  }

  /**
   * Durable when the promise resolves; `content` is in parts, one after the other. Deletes the oldest snapshots beyond the
   * number to keep, once the new one is there and has passed the check, which throws the reason why it is of no use.
   */
  async write(
    number: number,
    content: readonly Uint8Array[],
    check: () => Promise<void> = async () => {},
  ): Promise<void> {
    await writeSealed(this.pathOf(number), MAGIC, content);
    await check();
    for (const old of (await this.numbers()).slice(this.retained))
      await removeFile(this.pathOf(old));
  }

  /** Numbers of the existing snapshots, newest first. */
  async numbers(): Promise<number[]> {
    const names = await readdir(this.path);
    const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
    return numbers.sort((a, b) => b - a);
  }

  /** @throws Error if it is damaged or missing */
  read(number: number): Promise<Uint8Array> {
    return readSealed(this.pathOf(number), MAGIC);
  }

  /**
   * The newest snapshot that is intact and that `use` accepts; null if there is none. `use` throws the reason to reject
   * one. Every skipped snapshot is passed to `onUnusable`.
   */
  async newest<T>(
    use: (found: FoundSnapshot) => T,
    onUnusable: (unusable: UnusableSnapshot) => void,
  ): Promise<T | null> {
    for (const number of await this.numbers()) {
      try {
        return use({ number, content: await this.read(number) });
      } catch (error) {
        onUnusable({ number, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return null;
  }

  private pathOf(number: number): string {
    return join(this.path, `snapshot-${String(number).padStart(NUMBER_DIGITS, '0')}`);
  }
}
