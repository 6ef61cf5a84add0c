// Plain JavaScript, as `npm start` asks before there is a package or a bundle. Types: process-stamp.d.mts
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat after the command's closing bracket: the state, and the start in ticks since boot. */
const STATE_FIELD = 0;
const START_FIELD = 19;
const ENDED_STATES = ['Z', 'X'];

/**
 * A mark of one life of a process: another process that is given the same id later has another stamp.
 * null when no process with that id is alive (a zombie is not).
 */
export function processStamp(pid) {
  return existsSync('/proc/self/stat') ? stampFromProc(pid) : stampFromPs(pid);
}

function stampFromProc(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null; // no such process
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (ENDED_STATES.includes(fields[STATE_FIELD])) return null;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  return `${boot}:${fields[START_FIELD]}`;
}

function stampFromPs(pid) {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null; // ps ends with 1 where it finds nobody
  }
}
