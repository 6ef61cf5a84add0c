/** A disk of few bytes in the place of a folder, that a trial can fill to the last one and empty again. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What fills it. */
const FILLER = '.filler';
const LARGE_BYTES = 1_048_576;
const SMALL_BYTES = 4_096;

export class SmallDisk {
  private constructor(readonly folder: string) {}

  /**
   * Mounts one over the folder, which is made where there is none; its account alone may look into it.
   * @throws Error with the reason where this account, or this container, may not mount
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

  /** Until no more than so many bytes are free. */
  fill(leaveBytes: number): void {
    for (const piece of [LARGE_BYTES, SMALL_BYTES]) {
      while (this.freeBytes - piece >= leaveBytes && this.add(piece)) continue;
    }
  }

  /** Also what others wanted to write in that moment. */
  fillWhole(): void {
    this.fill(0);
    while (this.add(SMALL_BYTES)) continue;
  }

  /** Gives back what filled it. */
  empty(): void {
    rmSync(join(this.folder, FILLER), { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }

  /** False: it is full. */
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

/** Why no small disk can be had here; null: one can. */
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
