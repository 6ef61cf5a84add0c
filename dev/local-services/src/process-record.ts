import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStamp } from './process-stamp.mjs';

const STOP_TIMEOUT_MS = 5_000;
const POLL_MS = 25;

/** Which process serves a data folder, and who started it. Stored beside the data, so that it survives a kill -9. */
interface ProcessRecord {
  readonly pid: number;
  readonly stamp: string;
  readonly parentPid: number;
  readonly parentStamp: string;
}

export function writeProcessRecord(file: string, pid: number): void {
  const record: Partial<ProcessRecord> = {
    pid,
    stamp: processStamp(pid) ?? '',
    parentPid: process.pid,
    parentStamp: processStamp(process.pid) ?? '',
  };
  writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Removes the record of `pid`, but not one written by a later start. A record that stays names a process that has
 * ended.
 */
export function removeProcessRecord(file: string, pid: number): void {
  if (readProcessRecord(file)?.pid === pid) rmSync(file, { force: true });
}

/**
 * Makes sure that no process serves the folder: stops a process whose starter died.
 * @throws Error if the starter runs: two servers over one folder would destroy it
 */
export async function clearLeftover(file: string, stopSignal: NodeJS.Signals): Promise<void> {
  const record = readProcessRecord(file);
  if (record === null) return;
  if (processStamp(record.parentPid) === record.parentStamp && isAlive(record)) {
    throw new Error(
      `${file}: already served by process ${record.pid} of process ${record.parentPid}`,
    );
  }
  if (isAlive(record)) process.kill(record.pid, stopSignal);
  if (!(await ended(record))) process.kill(record.pid, 'SIGKILL');
  if (!(await ended(record))) throw new Error(`process ${record.pid} does not end, though killed`);
  removeProcessRecord(file, record.pid);
}

const isAlive = ({ pid, stamp }: ProcessRecord): boolean => processStamp(pid) === stamp;

async function ended(record: ProcessRecord): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < STOP_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (!isAlive(record)) return true;
    await sleep(POLL_MS);
  }
  return !isAlive(record);
}

function readProcessRecord(file: string): ProcessRecord | null {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // missing, or unusable
  }
  return isProcessRecord(content) ? content : null;
}

function isProcessRecord(value: unknown): value is ProcessRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<keyof ProcessRecord, unknown>> = value;
  return (
    Number.isSafeInteger(record.pid) &&
    Number.isSafeInteger(record.parentPid) &&
    typeof record.stamp === 'string' &&
    typeof record.parentStamp === 'string'
  );
}
