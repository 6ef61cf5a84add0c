/**
 * The CPU time that a process has used so far, in all its threads. The load of other processes is not in it, as it
 * would be in elapsed time.
 */
import { readFileSync, readdirSync } from 'node:fs';

/** @returns nanoseconds */
export const cpuOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + ofTask(pid, task), 0);

/** A thread may have ended meanwhile. */
function ofTask(pid: number, task: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}
