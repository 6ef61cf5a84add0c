/** What a process has computed so far, of all its threads: no other process's load is in it, as it is in any time. */
import { readFileSync, readdirSync } from 'node:fs';

/** @returns nanoseconds */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + ofTask(pid, task), 0);

/** A thread may have ended by now. */
function ofTask(pid: number, task: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
