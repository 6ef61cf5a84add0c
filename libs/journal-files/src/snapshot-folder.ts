/**
 * Snapshots of a shard in a folder: one sealed file each, named by the number of the journal record it is as of. The
 * newest few are kept: should the newest be damaged, or be ahead of what is wanted, an older one serves.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnfinished, readSealed, removeFile, writeSealed } from './sealed-file';

const MAGIC = 'BWSNAP1';
/** Decimal, so that names sort as numbers do. */
const NUMBER_DIGITS = 16;
const NAME = /^snapshot-(\d{16})$/;

export const DEFAULT_KEPT_SNAPSHOTS = 3;

export interface SnapshotFolderOptions {
  readonly path: string;
  /** At least 1. */
  readonly kept?: number;
}

export interface FoundSnapshot {
  /** Number of the last journal record that is in it. */
  readonly number: number;
  readonly content: Uint8Array;
}

/** A snapshot that was passed over, and why. */
export interface UnusableSnapshot {
  readonly number: number;
  readonly reason: string;
}

export class SnapshotFolder {
  private readonly path: string;
  private readonly kept: number;

  constructor({ path, kept = DEFAULT_KEPT_SNAPSHOTS }: SnapshotFolderOptions) {
    this.path = path;
    this.kept = kept;
  }

  /** Makes the folder where there is none and clears away what was left half written. */
  async open(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.path)) {
      if (isUnfinished(name)) await removeFile(join(this.path, name));
    }
  }

  /** Durable when it resolves; the oldest beyond those that are kept goes. */
  async write(number: number, content: Uint8Array): Promise<void> {
    await writeSealed(this.pathOf(number), MAGIC, content);
    for (const old of (await this.numbers()).slice(this.kept)) await removeFile(this.pathOf(old));
  }

  /** Numbers of the snapshots there are, newest first. */
  async numbers(): Promise<number[]> {
    const names = await readdir(this.path);
    const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number);
    return numbers.sort((a, b) => b - a);
  }

  /** @throws Error where it is damaged or not there */
  read(number: number): Promise<Uint8Array> {
    return readSealed(this.pathOf(number), MAGIC);
  }

  /**
   * The newest snapshot that is intact and that `use` takes; null where there is none. `use` throws what makes one
   * unusable. Every one that was passed over goes to `onUnusable`.
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
