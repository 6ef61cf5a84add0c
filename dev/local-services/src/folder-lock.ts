import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { heldBy, holderOf } from './folder-holder.mjs';
import { processStamp } from './process-stamp.mjs';

export interface FolderLock {
  /** Lets the next one have it. */
  release(): void;
}

/**
 * Takes a file as the sign that this process has the folder around it; what a killed predecessor left is taken over. A
 * process has it once: it is refused to itself as to another.
 * @throws Error where a process that lives has it
 */
export function lockFolder(lockFile: string, whatToDo: string): FolderLock {
  const ours = { pid: process.pid, stamp: processStamp(process.pid) };
  for (;;) {
    try {
      writeFileSync(lockFile, JSON.stringify(ours), { flag: 'wx', mode: 0o600 });
      return { release: () => rmSync(lockFile, { force: true }) };
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    const holder = holderOf(lockFile);
    if (holder !== null) throw new Error(heldBy(holder, whatToDo));
    discard(lockFile);
  }
}

const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';

/** A rename, as of two that find the same dead holder only one may go on with each file. */
function discard(lockFile: string): void {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    rmSync(aside);
  } catch {
    // the other one was faster: look again
  }
}
