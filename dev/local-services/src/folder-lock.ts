import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { heldBy, holderOf } from './folder-holder.mjs';
import { processStamp } from './process-stamp.mjs';

export interface FolderLock {
  /** Frees the folder for the next process. */
  release(): void;
}

/**
 * Locks the folder around a lock file for this process. A killed process's lock is taken over. A process can lock a
 * folder only once.
 * @throws Error if a running process holds it
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

/** A rename, so that of two processes that find the same dead holder only one succeeds per file. */
function discard(lockFile: string): void {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    rmSync(aside);
  } catch {
    // the other process was faster: look again
  }
}
