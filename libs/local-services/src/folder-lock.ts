import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { processStamp } from './process-stamp';

export interface FolderLock {
  /** Lets the next one have it. */
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly stamp: string | null;
}

/**
 * Takes a file as the sign that this process has the folder around it; what a killed predecessor left is taken over. A
 * process has it once: it is refused to itself as to another.
 * @throws Error where a process that lives has it
 */
export function lockFolder(lockFile: string, whatToDo: string): FolderLock {
  const ours: Holder = { pid: process.pid, stamp: processStamp(process.pid) };
  for (;;) {
    try {
      writeFileSync(lockFile, JSON.stringify(ours), { flag: 'wx', mode: 0o600 });
      return { release: () => rmSync(lockFile, { force: true }) };
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    const holder = readHolder(lockFile);
    if (holder !== null && processStamp(holder.pid) === holder.stamp) {
      throw new Error(
        `another run (process ${holder.pid}) uses this data folder: stop it, or ${whatToDo}`,
      );
    }
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

function readHolder(lockFile: string): Holder | null {
  try {
    const content: unknown = JSON.parse(readFileSync(lockFile, 'utf8'));
    return isHolder(content) ? content : null;
  } catch {
    return null; // gone, or written half
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const holder: Partial<Record<keyof Holder, unknown>> = value;
  return Number.isSafeInteger(holder.pid) && typeof holder.stamp === 'string';
}
