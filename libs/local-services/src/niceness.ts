/**
 * Processes that let others go first. On Linux sessions share the cores before processes do (autogroups, sched(7)): the niceness
 * of a process alone says nothing to those of other sessions, so the session gets the same. And what is batch work there
 * (`SCHED_BATCH`) takes no core from others when it wakes up, but waits until one is free or its turn comes.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The system takes ten a second of a usual account, all sessions together. */
const AGAIN_MS = 110;

/**
 * @param pid of a process that leads a session of its own
 * @param niceness 0: as others, 10: a tenth of their weight, 19: what they leave
 * @throws Error where the system takes neither
 */
export async function setNiceness(pid: number, niceness: number): Promise<void> {
  // Each thread has its own, of both; those that begin later take their maker's.
  const threads = `/proc/${pid}/task`;
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [pid];
  for (const id of ids) {
    try {
      setPriority(id, niceness);
    } catch (error) {
      if (id === pid) throw error; // else a thread that has ended
    }
  }
  await setSessionNiceness(pid, niceness);
  await makeBatch(pid);
}

async function setSessionNiceness(pid: number, niceness: number): Promise<void> {
  const file = `/proc/${pid}/autogroup`;
  while (existsSync(file)) {
    try {
      writeFileSync(file, String(niceness));
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** By util-linux, which most have: Node knows no policies. */
async function makeBatch(pid: number): Promise<void> {
  try {
    await promisify(execFile)('chrt', ['--all-tasks', '--batch', '--pid', '0', String(pid)]);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw error;
  }
}
