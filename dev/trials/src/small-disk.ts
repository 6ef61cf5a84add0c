/** A small disk mounted over a folder, which a trial can fill completely and empty again. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that fills it. */
const FILLER = '.filler';
const LARGE_BYTES = 1_048_576;
const SMALL_BYTES = 4_096;

export class SmallDisk {
  private constructor(readonly folder: string) {}

  /**
   * Mounts a disk over the folder, which is created if missing; only its account may access it.
   * @throws Error with the reason if this account, or this container, may not mount
   */
  static mount(folder: string, sizeBytes: number): SmallDisk {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const options = `size=${sizeBytes},mode=0700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'bellwether', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new SmallDisk(folder);
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  get sizeBytes(): number {
    const { blocks, bsize } = statfsSync(this.folder);
    return blocks * bsize;
  }

  /** Fills it until no more than this many bytes are free. */
  fill(leaveBytes: number): void {
    for (const piece of [LARGE_BYTES, SMALL_BYTES]) {
      while (this.freeBytes - piece >= leaveBytes && this.add(piece)) continue;
    }
  }

  /** Fills it to the last byte, including space that other processes were about to use. */
  fillWhole(): void {
    this.fill(0);
    while (this.add(SMALL_BYTES)) continue;
  }

  /** Deletes the filler. */
  empty(): void {
    rmSync(join(this.folder, FILLER), { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }

  /** False: the disk is full. */
  private add(bytes: number): boolean {
    try {
      appendFileSync(join(this.folder, FILLER), new Uint8Array(bytes));
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
      throw error;
    }
  }
}

/** Why no small disk can be mounted here; null if one can. */
export function whyNoSmallDisk(folder: string): string | null {
  try {
    const disk = SmallDisk.mount(join(folder, 'try'), LARGE_BYTES);
    writeFileSync(join(disk.folder, 'file'), 'content');
    disk.unmount();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}
