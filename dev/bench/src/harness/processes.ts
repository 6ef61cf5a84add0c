/** CPU and memory of processes, as Linux counts them. Elsewhere there are no figures, and the tables leave them out. */
import { readFileSync } from 'node:fs';

/** Of /proc: a tick is 10 ms on every Linux that Node runs on. */
const MS_PER_TICK = 10;
/** Indexes after the command's name: 0 is the state. */
const OWN_TICKS = [11, 12];
/** Of children that have ended, such as a database's sessions. */
const ENDED_TICKS = [13, 14];

/** Parts of the system by name, each of one or more processes; a process's children count as it. */
export type Parts = Readonly<Record<string, readonly number[]>>;
export type CpuMs = Readonly<Record<string, number>>;

export function cpuOf(parts: Parts): CpuMs {
  const entries = Object.entries(parts).map(([name, pids]): [string, number] => {
    return [name, processesOf(pids).reduce((sum, pid) => sum + cpuMs(pid), 0)];
  });
  return Object.fromEntries(entries.filter(([, ms]) => ms > 0));
}

/** What each part used between two readings. */
export const cpuBetween = (before: CpuMs, after: CpuMs): CpuMs =>
  Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, Math.max(ms - (before[name] ?? 0), 0)]),
  );

/** With their children. */
const processesOf = (pids: readonly number[]): readonly number[] =>
  pids.flatMap((pid) => [pid, ...childrenOf(pid)]);

/** Of a process's first thread alone: in Node.js the one of the event loop. */
export const mainThreadMs = (pid: number): number =>
  cpuMsIn(`/proc/${pid}/task/${pid}/stat`, OWN_TICKS);

const cpuMs = (pid: number): number => cpuMsIn(`/proc/${pid}/stat`, [...OWN_TICKS, ...ENDED_TICKS]);

function cpuMsIn(file: string, counted: readonly number[]): number {
  const stat = readProc(file);
  // The command's name is in parentheses and may contain any character.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return counted.reduce((ticks, at) => ticks + Number(fields[at] ?? 0), 0) * MS_PER_TICK;
}

function childrenOf(pid: number): number[] {
  return readProc(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
}

/** Empty on a system without /proc, and for a process that has ended. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Per request, in microseconds. Parts that used less than one are left out. */
export function perRequest(cpu: CpuMs, requests: number): CpuMs {
  const entries = Object.entries(cpu).map(([name, ms]): [string, number] => [
    name,
    (ms * 1_000) / requests,
  ]);
  return Object.fromEntries(entries.filter(([, us]) => us >= 1));
}

/** Megabytes by part. Memory that processes of a part share, such as PostgreSQL's buffers, counts in each. */
export function residentMb(parts: Parts): Record<string, number> {
  const entries = Object.entries(parts).map(([name, pids]): [string, number] => {
    const kib = processesOf(pids).map((pid) => kibOf(pid, 'VmRSS'));
    return [name, Math.round(kib.reduce((sum, one) => sum + one, 0) / KIB_PER_MIB)];
  });
  return Object.fromEntries(entries.filter(([, mb]) => mb > 0));
}

/** The most memory that a process had resident, in MiB. */
export const peakMib = (pid: number): number => Math.round(kibOf(pid, 'VmHWM') / KIB_PER_MIB);

export const residentBytes = (pid: number): number => kibOf(pid, 'VmRSS') * KIB_PER_MIB;

const KIB_PER_MIB = 1_024;

const kibOf = (pid: number, field: string): number =>
  Number(
    new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0,
  );
